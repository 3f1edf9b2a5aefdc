/** The answers of a request `r` as a JSON column; `columns` and `from` add what only administrators see. */
export const answersOf = (columns: string, from = ''): string =>
  `coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'text', s.text, 'createdAt', s."createdAt"${columns}) order by s."createdAt", s.id)
    from support_answers s ${from} where s."requestId" = r.id), '[]') as answers`
