import { z } from 'zod'

/** The schema of a list with its total. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), total: z.int() })
