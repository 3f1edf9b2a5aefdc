/** The author of content that comes with the product, in place of a user's id. */
export const productUserId = '00000000-0000-7000-8000-000000000001'
export const productName = 'Loreloom'
