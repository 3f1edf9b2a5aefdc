import { z } from 'zod'

/**
 * An id as it comes from outside, in small letters. PostgreSQL takes both for the same, but streams are named after ids: in
 * capitals, somebody else's would be a new thing with the same rows.
 */
export const uuid = (message?: string) => z.uuid(message).toLowerCase()
