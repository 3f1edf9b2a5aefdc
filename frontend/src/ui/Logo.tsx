import classes from './logo.module.css'

/** The mark: three warps and a weft that passes over and under. */
export const LogoMark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 3v6.2M6 14.8V21M12 3v18M18 3v6.2M18 14.8V21" stroke="currentColor" opacity=".75" />
    <path d="M2 12h7.4M14.6 12H22" stroke="var(--ll-thread)" strokeWidth="2.2" />
  </svg>
)

export const Logo = ({ size = 22 }: { size?: number }) => (
  <span className={classes.logo} style={{ fontSize: Math.round(size * 0.85) }}>
    <LogoMark size={size} />
    Loreloom
  </span>
)
