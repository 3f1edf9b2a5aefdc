/**
 * Turns the dialog around an element into an alert dialog: Mantine gives every dialog the role `dialog`, and labels it
 * by its title.
 */
export const asAlert = (within: Element | null): void =>
  within?.closest('[role="dialog"]')?.setAttribute('role', 'alertdialog')
