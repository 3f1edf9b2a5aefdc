/** The link of a support contact: a web page, or an email address as `mailto:`. */
export const supportLink = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`)
