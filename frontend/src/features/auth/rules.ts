/**
 * Validation rules of the auth forms, with the specification's texts. Each returns a message, or undefined for a valid
 * value.
 */
export type FieldRule = (value: string) => string | undefined

const passwordLength = { min: 8, max: 128 }

const isPassword = (value: string) => value.length >= passwordLength.min && value.length <= passwordLength.max

/** The server's pattern of an email address, copied as a literal: importing zod for it would be a fifth of these pages' download. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const isEmail = (value: string): boolean => emailPattern.test(value.trim())

export const emailRule: FieldRule = (value) => (isEmail(value) ? undefined : 'Please enter a valid email address')
export const nameRule: FieldRule = (value) => (value.trim() ? undefined : 'Name is required')
export const passwordRule: FieldRule = (value) =>
  isPassword(value) ? undefined : 'Password must be 8-128 characters long'
/** The same rule, with the reset page's own text. */
export const newPasswordRule: FieldRule = (value) =>
  isPassword(value) ? undefined : 'Password must be 8 - 128 characters'
export const matches =
  (password: string): FieldRule =>
  (value) =>
    value === password ? undefined : 'Passwords do not match'
