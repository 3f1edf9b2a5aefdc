/** The address that a support contact leads to: a web page as it is, an e-mail address as `mailto:`. */
export const supportLink = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`)

export const noSupportContact = 'The administrators of this installation have named no contact for support.'

const sentence = /[^.!?:]*\bcontact support\b[^.!?]*[.!?]/i

/** A text that sends its reader to support, for an installation without a contact: it states that there is none. */
export const withoutSupport = (text: string): string => text.replace(sentence, ` ${noSupportContact}`).trim()
