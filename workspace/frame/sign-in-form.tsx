import { PorticoError } from '@portico/sdk'
import { type FormEvent, useId, useRef, useState } from 'react'
import { signIn } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words as text } from '../words/sign-in.ts'
import { PasskeyButton } from './passkey-button.tsx'
import '../ui/form.css'
import './sign-in.css'

/** The two fields and the button, on the page of their own and over a screen whose sign-in has ended. */
export function SignInForm({ username: known, onSignedIn }: { username?: string; onSignedIn: () => void }) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const ids = { username: useId(), password: useId(), problem: useId() }
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(form.current ?? undefined)
    const [username, password] = [String(entered.get('username')).trim(), String(entered.get('password'))]
    if (!username || !password) return setProblem(text.missing)
    setBusy(true)
    setProblem('')
    try {
      await signIn({ username, password })
      onSignedIn()
    } catch (error) {
      setProblem(sentenceOf(error))
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <div className="problem" role="alert" id={ids.problem}>
        {problem}
      </div>
      <div className="field">
        <label htmlFor={ids.username}>{text.username}</label>
        <input
          id={ids.username}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={known}
          readOnly={known !== undefined}
          aria-describedby={ids.problem}
        />
      </div>
      <div className="field">
        <label htmlFor={ids.password}>{text.password}</label>
        <input
          id={ids.password}
          name="password"
          type="password"
          autoComplete="current-password"
          aria-describedby={ids.problem}
        />
      </div>
      <Button type="submit" kind="solid" aria-disabled={isBusy}>
        {isBusy ? text.busy : text.button}
      </Button>
      <PasskeyButton
        onSignedIn={onSignedIn}
        say={(problem) =>
          setProblem(typeof problem === 'string' ? problem : sentenceOf(problem, text.passkey.refused))
        }
      />
    </form>
  )
}

function sentenceOf(error: unknown, refused = text.refused): string {
  if (!(error instanceof PorticoError)) throw error
  switch (error.code) {
    case 'unauthenticated':
      return refused
    case 'tooManyRequests':
      return text.tooMany(error.retryAfterSeconds)
    case 'network':
    case 'timeout':
    case 'unavailable':
      return text.unreachable
    default:
      return error.message
  }
}
