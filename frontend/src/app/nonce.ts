/** The server's nonce for this page, which the CSP asks of every style tag. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Tells it to the scroll lock of dialogs and drawers, which reads the nonce from this global alone. */
export const giveNonce = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
