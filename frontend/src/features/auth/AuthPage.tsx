import { type ReactNode, useEffect, useState } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import classes from './auth.module.css'
import plate from './plate.svg'
import { legalLinks } from './requests.ts'

/** Id of the element with the text below the title. */
export const leadId = 'auth-lead'

/** The signed-out screens: a form on the left, an illustration of a campaign on the right. */
export const AuthPage = ({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) => (
  <div className={classes.page}>
    <title>{`${title} · Loreloom`}</title>
    <div className={classes.left}>
      <Logo size={24} />
      <main className={classes.box}>
        <h1>{title}</h1>
        <p className={classes.lead} id={leadId}>
          {text}
        </p>
        {children}
      </main>
      <footer className={classes.foot}>
        <LegalLinks />
        <span className="num">v{__VERSION__}</span>
      </footer>
    </div>
    <figure className={classes.plate}>
      {/* Loaded lazily, so that browsers do not fetch the image on narrow screens, which hide it. */}
      <img loading="lazy" src={plate} alt="A harbour town at dusk, one ship at the quay" />
      <figcaption>
        <p>Seven bells keep the sea where it is. Five still ring.</p>
        <span>
          From <i>The Drowned Bells</i>, a campaign kept in Loreloom
        </span>
      </figcaption>
    </figure>
  </div>
)

const LegalLinks = () => {
  const [links, setLinks] = useState<Awaited<ReturnType<typeof legalLinks>>>()
  useEffect(() => void legalLinks().then(setLinks), [])
  return (
    <>
      {links?.terms && <a href={links.terms}>Terms</a>}
      {links?.privacy && <a href={links.privacy}>Privacy</a>}
    </>
  )
}
