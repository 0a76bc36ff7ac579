import { useEffect, useId, useRef } from 'react'
import { words } from '../words/account.ts'

const shortest = 12
const longest = 200

export function PasswordField({
  label,
  hint,
  value,
  set,
  autoComplete = 'new-password',
  isShown = false,
  problemId,
  isWrong = false,
}: {
  label: string
  hint?: string
  value: string
  set: (value: string) => void
  autoComplete?: string
  isShown?: boolean
  /** The element that says what is wrong, and whether it is this field. */
  problemId: string
  isWrong?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      <input
        ref={input}
        id={id}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={hint ? `${id}-hint ${problemId}` : problemId}
        aria-invalid={isWrong}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    </div>
  )
}

export type PasswordFault = { sentence: string; field?: 'password' | 'repeated' }

/** Checks a new password before it is sent. The service has the same rules. */
export function faultOf(password: string, repeated: string): PasswordFault | undefined {
  const { length } = [...password.normalize('NFKC')]
  if (length < shortest) return { sentence: words.tooShort, field: 'password' }
  if (length > longest) return { sentence: words.tooLong, field: 'password' }
  return password === repeated ? undefined : { sentence: words.notTheSame, field: 'repeated' }
}
