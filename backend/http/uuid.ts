import { z } from 'zod'

/**
 * An id from a request, in lower case. PostgreSQL ignores the case, but streams are named after ids: an id in capitals
 * would create a second stream for the same rows.
 */
export const uuid = (message?: string) => z.uuid(message).toLowerCase()
