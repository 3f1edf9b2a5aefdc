/** Who made what comes with the product, where a person's id stands otherwise. */
export const productUserId = '00000000-0000-7000-8000-000000000001'
export const productName = 'Loreloom'
