/** Said wherever something would be bought, until an installation can sell. */
export const noPayments =
  'Payments are not set up on this installation yet. Whoever runs it can give you a plan or credits.'
