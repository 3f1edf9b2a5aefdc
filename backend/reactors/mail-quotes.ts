import type pg from 'pg'
import { quoteText } from '#domain/quote-text.ts'
import { quoteEvents } from '#domain/quotes.ts'
import { derivedId } from '../commands/ids.ts'
import { greeting, type Mailer } from '../providers/mail.ts'
import { reactor } from './reactor.ts'

interface Deps {
  mailer: Mailer
  baseUrl: string
  /** E-mail address of the shop that prints miniatures; absent if none is configured. */
  shop: string | undefined
}

const whoAsked = `select u.name, u.email, (select m.name from models m where m.id = $2) as "modelName"
  from auth."user" u where u.id = $1`

/** Mails a request for a printed miniature to the shop, without the model's file, and confirms it to its user. */
export const mailQuotes = (pool: pg.Pool, { mailer, baseUrl, shop }: Deps) =>
  reactor(quoteEvents, {
    name: 'mail-quotes',
    slow: true,
    attempts: 25,
    on: {
      async QuoteRequested(request) {
        const { userId, quoteId, modelId } = request
        const { rows } = await pool.query<{ name: string; email: string; modelName: string | null }>(whoAsked, [
          userId,
          modelId,
        ])
        // The user, or the text of the request, was erased.
        if (!rows[0] || request.address.firstName === '') return
        const { name, email, modelName } = rows[0]
        const text = quoteText(request, { modelName })
        if (shop !== undefined)
          await mailer.send({
            to: shop,
            userId,
            id: derivedId('quote for the shop', quoteId),
            subject: `Quote request for ${request.quantity} × ${request.size}`,
            text: `${text}\nReply to: ${email}\nRequest: ${quoteId}\n`,
          })
        await mailer.send({
          to: email,
          kind: 'notice',
          userId,
          id: derivedId('quote', quoteId),
          subject: 'Your quote request at Loreloom',
          text: `${greeting(name)},

thank you for your request. The shop answers by e-mail.

${text}
${baseUrl}/models/${modelId}

Loreloom
`,
        })
      },
    },
  })
