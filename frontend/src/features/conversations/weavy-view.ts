/** What the dialog shows; it outlives the dialog and other screens. */
export interface WeavyView {
  conversationId: string | null
  isHistory: boolean
  isFull: boolean
}
