/** CSP sources that Stripe's script needs: docs.stripe.com/security/guide#content-security-policy */
export const stripeHosts = {
  'connect-src': 'https://api.stripe.com',
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  'img-src': 'https://*.stripe.com',
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
}
