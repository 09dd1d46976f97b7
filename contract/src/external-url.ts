/** True for an absolute http or https URL without credentials; asked when one is written and when it is shown (D23). */
export const isExternalUrl = (value: string): boolean => /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(value);
