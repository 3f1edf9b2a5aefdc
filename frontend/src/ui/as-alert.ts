/** Of what a dialog begins with: makes the dialog around it an alert. The library calls every one a dialog, and names it by its title. */
export const asAlert = (within: Element | null): void =>
  within?.closest('[role="dialog"]')?.setAttribute('role', 'alertdialog')
