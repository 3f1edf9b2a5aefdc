/**
 * Turns the dialog around an element into an alert dialog: the library gives every one the role `dialog`, and names it
 * by its title.
 */
export const asAlert = (within: Element | null): void =>
  within?.closest('[role="dialog"]')?.setAttribute('role', 'alertdialog')
