import classes from '../billing.module.css'
import type { TypedCard } from './card.ts'

const testCards = [
  { number: '4242 4242 4242 4242', does: 'Visa, is charged' },
  { number: '5555 5555 5555 4444', does: 'Mastercard, is charged' },
  { number: '4000 0025 0000 3155', does: 'The bank asks' },
  { number: '4000 0000 0000 0002', does: 'Is declined' },
  { number: '4000 0000 0000 9995', does: 'Has insufficient funds' },
  { number: '4000 0000 0000 0069', does: 'Has expired' },
  { number: '4000 0000 0000 0341', does: 'Is declined later' },
  { number: '4000 0000 0000 0259', does: 'Is charged, and disputed' },
]

/** The simulated provider's test cards, and their results. */
export const TestCards = ({ onChoose }: { onChoose: (card: TypedCard) => void }) => (
  <details className={classes.testCards}>
    <summary>Test cards</summary>
    <ul>
      {testCards.map(({ number, does }) => (
        <li key={number}>
          <button
            type="button"
            onClick={() => onChoose({ number, expiry: `12 / ${(new Date().getFullYear() + 3) % 100}`, cvc: '123' })}
          >
            <span className="num">{number}</span>
            {does}
          </button>
        </li>
      ))}
    </ul>
  </details>
)
