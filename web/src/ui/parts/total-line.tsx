/** The number of rows of a list: '12 warung', 'sekitar 10.200 pengguna'. The line keeps its place while it is not known yet. */
export const TotalLine = ({
  total,
  noun,
}: {
  total: { total: number; is_estimate: boolean } | undefined;
  noun: string;
}) => (
  <p role="status" className="min-h-6 text-small text-muted">
    {total && `${total.is_estimate ? 'Sekitar ' : ''}${total.total.toLocaleString('id')} ${noun}`}
  </p>
);
