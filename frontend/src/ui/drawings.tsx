import type { ReactNode } from 'react'
import classes from './empty.module.css'

export type Subject = 'loom' | 'frame' | 'chart' | 'plinth' | 'chairs'

/** Line drawings, 160 by 120 units. Each has one coloured thread (`data-thread`) with a loose end. */
const drawings: Record<Subject, ReactNode> = {
  loom: (
    <>
      <path d="M34 104V18M126 104V18M26 104h16M118 104h16M28 24h104M28 88h104" />
      <path d="M46 24v64M57 24v64M68 24v64M79 24v64M90 24v64M101 24v64M112 24v64" opacity=".6" />
      <path data-thread d="M34 78h78c5 0 5-7 0-7H46c-5 0-5-7 0-7h34" />
      <path d="M84 61l12 3-12 3-6-3z" />
    </>
  ),
  frame: (
    <>
      <path d="M30 22h100v70H30zM40 32h80v50H40z" />
      <path d="M30 22l10 10M130 22l-10 10M30 92l10-10M130 92l-10-10" opacity=".7" />
      <path d="M80 8l-16 14M80 8l16 14M80 8v-2" />
      <path data-thread d="M40 72c10-2 14-14 24-14s8 10 17 10c6 0 9-6 13-10" />
    </>
  ),
  chart: (
    <>
      <path d="M32 30c0-7 10-7 10 0v62c0 7-10 7-10 0zM42 28h78c8 0 8 8 8 8v52H42" />
      <path d="M128 88c0 8-10 8-10 0M32 92c0 8 10 8 10 8h78" />
      <path d="M56 44l10 6 12-8 14 8 14-6M108 68l6 6M114 68l-6 6" opacity=".7" />
      <path data-thread d="M56 76c8-10 16 2 24-6s6-10 14-8" strokeDasharray="5 4" />
    </>
  ),
  plinth: (
    <>
      <path d="M48 104h64M54 96h52v8H54zM60 62h40v34H60zM54 54h52v8H54z" />
      <path d="M66 70v18M94 70v18" opacity=".6" />
      <ellipse cx="80" cy="50" rx="22" ry="4" opacity=".7" />
      <path data-thread d="M64 42c0-22 32-22 32-6 0 12-20 12-20 2 0-6 8-7 10-3" />
    </>
  ),
  chairs: (
    <>
      <path d="M30 104V36c0-6 4-8 8-8s8 2 8 8v30h22c4 0 6 3 6 6v32M46 104V76M30 78h44" />
      <path d="M130 104V36c0-6-4-8-8-8s-8 2-8 8v30H92c-4 0-6 3-6 6v32M114 104V76M130 78H86" />
      <path data-thread d="M46 44c12 10 22 10 32 4 6-4 12-4 17-1" />
    </>
  ),
}

export const Drawing = ({ subject }: { subject: Subject }) => (
  <svg className={classes.drawing} viewBox="0 0 160 120" aria-hidden="true">
    {drawings[subject]}
  </svg>
)
