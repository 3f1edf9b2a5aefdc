/** The state of the dialog; it outlives the dialog and other screens. */
export interface WeavyView {
  conversationId: string | null
  isHistory: boolean
  isFull: boolean
}
