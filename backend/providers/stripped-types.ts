export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Types of files that may contain hidden metadata: pictures, and documents with pictures. */
export const strippedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', wordType]
