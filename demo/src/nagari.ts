/** Real nagari of the kecamatan Kapur IX with their jorong. */
export const nagari = {
  'Muaro Paiti': ['Kampuang Baru', 'Kampuang Dalam', 'Sungai Panjang Indah', 'Koto Tinggi'],
  'Koto Bangun': ['Pulau Sialang', 'Simpang', 'Kampung Baru'],
  'Lubuak Alai': ['Suka Karya', 'Alai Baru', 'Balai Tangah'],
  Sialang: ['Sialang Bawah', 'Sialang Ateh', 'Lubuk Koto'],
  Galugua: ['Koto Tangah', 'Tanjung Jajaran', 'Morgan'],
  'Durian Tinggi': ['Bintungan Sati', 'Cinta Maju'],
  'Koto Lamo': ['Koto Tuo', 'Tanjung Bungo', 'Lolo'],
} as const;

export type Nagari = keyof typeof nagari;
