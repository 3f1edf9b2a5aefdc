/** What screens say of pictures as the rules do. */
export const imageNoteLimit = 2000
export const failedMessage = 'Generation failed after auto-retry attempts.'
export const timedOutMessage = 'Image generation was cancelled after 3 minutes. Please try again with a simpler prompt.'
export const filteredMessage = 'An error occurred during generation'
