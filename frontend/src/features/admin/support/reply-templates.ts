import { trashDays } from '#domain/trash.ts'

interface ReplyTemplate {
  title: string
  text: string
}

/** Answers that an administrator inserts and edits before sending, one or more for each type of request. */
export const replyTemplates: readonly ReplyTemplate[] = [
  {
    title: 'Ask for details',
    text: 'Thank you for writing. So that we can find it: what did you do just before, what did you expect, and what happened instead? A screenshot helps.',
  },
  {
    title: 'Cancelled pictures',
    text: 'A picture that takes longer than 3 minutes is cancelled, and its credits are returned. Please retry it, or try a simpler prompt. If it happens again, tell us its model.',
  },
  {
    title: 'Missing credits',
    text: 'We looked at your credits. You find what was held, spent and returned under Account Settings, Credits.',
  },
  {
    title: 'Joining a campaign',
    text: 'A DM or the owner of the campaign invites you under Manage Campaign, Members. Open their link while you are signed in. An old link may have ended; ask them for a new one.',
  },
  {
    title: 'Restoring from the Trash',
    text: `What was deleted lies in the campaign’s Trash for ${trashDays} days. Those who may delete it can restore it there.`,
  },
  {
    title: 'Refund',
    text: 'You can ask for your money back within 30 days of a payment, under Account Settings, Subscription. We answer within a few days.',
  },
  {
    title: 'Solved',
    text: 'This is mended. Please reload the page and try once more. If it comes back, answer with a new request and name this one.',
  },
]
