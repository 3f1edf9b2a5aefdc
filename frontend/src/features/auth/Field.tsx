import { PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { FieldRule } from './rules.ts'

/** A labelled field that reports its error after the first blur, until it is valid. */
export const Field = ({
  label,
  value,
  onChange,
  rule,
  type = 'text',
  autoComplete,
  action,
  autoFocus = false,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  rule?: FieldRule
  type?: 'text' | 'email' | 'password'
  autoComplete: string
  /** Shown at the end of the label's row. */
  action?: ReactNode
  autoFocus?: boolean
}) => {
  const [isLeft, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The prerendered page may be used before the app runs: early input and autofill are preserved.
  useLayoutEffect(() => {
    const written = input.current?.value ?? ''
    if (written === value) return
    onChange(written)
    setLeft(document.activeElement !== input.current)
  }, [])
  const error = isLeft && value !== '' ? rule?.(value) : undefined
  const Input = type === 'password' ? PasswordInput : TextInput
  return (
    <div style={{ position: 'relative' }}>
      <Input
        {...(type === 'email' ? { type, inputMode: 'email' as const } : {})}
        ref={input}
        label={label}
        size="lg"
        value={value}
        error={error}
        autoComplete={autoComplete}
        autoCapitalize="none"
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus}
        required
        withAsterisk={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
      {action}
    </div>
  )
}
