import { trashDays } from '#domain/trash.ts'
import classes from './support-center.module.css'

const topics = [
  {
    title: 'Image generation',
    questions: [
      {
        question: 'Why was my picture cancelled?',
        answer:
          'A picture that takes longer than 3 minutes is cancelled, and its credits are returned. Retry it, or try a simpler prompt.',
      },
      {
        question: 'What does a picture cost?',
        answer:
          'Each model shows its price in image credits. They are held while the picture is made, spent when it is there, and returned when it fails.',
      },
      {
        question: 'Why can’t I use a model or a tool?',
        answer:
          'Some need the Basic or the Pro plan: their card names it. Pictures marked as NSFW allow Touch Up only.',
      },
    ],
  },
  {
    title: 'Sessions and campaigns',
    questions: [
      {
        question: 'How do my players join?',
        answer: 'A DM or the owner invites them under Manage Campaign, Members. They open the link and join.',
      },
      {
        question: 'Who sees what I write?',
        answer:
          'Each entry shows it: a private one is yours, a DM one is for the campaign’s DMs, and a campaign one is for every member.',
      },
      {
        question: 'I deleted something. Can I have it back?',
        answer: `Yes. It stays in the campaign’s Trash for ${trashDays} days.`,
      },
    ],
  },
  {
    title: 'Billing',
    questions: [
      {
        question: 'How do I change or cancel my plan?',
        answer:
          'Under Account Settings, Subscription. What you pay is shown before you confirm; a cancelled plan stays until the end of its period.',
      },
      {
        question: 'Can I have my money back?',
        answer:
          'You can request it for 30 days after a payment: under Account Settings, Payments, press Refund beside it. You are shown what is taken back, and whoever runs this installation decides.',
      },
    ],
  },
]

export const Faq = () => (
  <div className={classes.faq}>
    {topics.map(({ title, questions }) => (
      <section key={title}>
        <h3>{title}</h3>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
    ))}
  </div>
)
