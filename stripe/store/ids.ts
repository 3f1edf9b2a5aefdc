import { randomInt } from 'node:crypto'
import { type Kind, prefixes } from '../objects.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomText = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

export const newId = (kind: Kind) => prefixes[kind] + randomText(24)

/** The secret that permits a browser to act on one intent. */
export const clientSecret = (id: string) => `${id}_secret_${randomText(25)}`
