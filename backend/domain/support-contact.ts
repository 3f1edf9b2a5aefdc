/** The link of a support contact: a web page, or an email address as `mailto:`. */
export const supportLink = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`)

export const noSupportContact = 'The administrators of this installation have named no contact for support.'

const sentence = /[^.!?:]*\bcontact support\b[^.!?]*[.!?]/i

/** Adapts a text that refers to support for an installation without a contact: it states that there is none. */
export const withoutSupport = (text: string): string => text.replace(sentence, ` ${noSupportContact}`).trim()
