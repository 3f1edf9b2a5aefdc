/** Returns the page's nonce, which the CSP requires for style tags. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Passes the nonce to the scroll lock of dialogs and drawers, which reads only this global. */
export const giveNonce = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
