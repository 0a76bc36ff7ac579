import { PorticoError } from '@portico/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { signIn } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/account.ts'
import { faultOf, type PasswordFault, PasswordField } from './password-field.tsx'
import { useTitle } from './title.ts'
import '../ui/form.css'
import './sign-in.css'

/** Behind an invitation's link. Its token is in the fragment, which no browser sends to a server, and leaves the address at once. */
export function Join() {
  useTitle(words.join.title)
  const navigate = useNavigate()
  const [token, setToken] = useState(takeToken)
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isShown, setShown] = useState(false)
  const [fault, setFault] = useState<PasswordFault>()
  const [isBusy, setBusy] = useState(false)
  const [username, setUsername] = useState<string>()
  const problemId = useId()
  const problem = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const follow = () => {
      const next = takeToken()
      if (!next) return
      setToken(next)
      setUsername(undefined)
      setFault(undefined)
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  useEffect(() => {
    if (fault && !fault.field) problem.current?.focus()
  }, [fault])
  useEffect(() => {
    if (username !== undefined) done.current?.focus()
  }, [username])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const fault = faultOf(password, repeated)
    setFault(fault)
    if (fault) return
    setBusy(true)
    try {
      const { acceptInvitation } = await import('../data/client.ts')
      const accepted = await acceptInvitation({ baseUrl: location.origin, token, password })
      await signIn({ username: accepted.username, password }).catch(() => {})
      setUsername(accepted.username)
      setToken('')
      setPassword('')
      setRepeated('')
    } catch (error) {
      const isLost = error instanceof PorticoError && (error.code === 'network' || error.code === 'timeout')
      setFault({
        sentence: isLost ? words.noAnswer : error instanceof PorticoError ? error.message : String(error),
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="sign-in">
      <div className="card">
        {username !== undefined ? (
          <>
            <h1 ref={done} tabIndex={-1}>
              {words.join.done}
            </h1>
            <p>{words.join.username(username)}</p>
            <div className="form go-on">
              <Button kind="solid" onClick={() => void navigate({ to: '/welcome' })}>
                {words.join.go}
              </Button>
            </div>
          </>
        ) : token ? (
          <>
            <h1>{words.join.title}</h1>
            <form className="form" noValidate onSubmit={submit}>
              <p className="soft">{words.join.text}</p>
              <div ref={problem} className="problem" role="alert" id={problemId} tabIndex={-1}>
                {fault?.sentence}
              </div>
              <PasswordField
                label={words.password}
                hint={words.rule}
                value={password}
                set={setPassword}
                isShown={isShown}
                problemId={problemId}
                isWrong={fault?.field === 'password'}
              />
              <PasswordField
                label={words.repeated}
                value={repeated}
                set={setRepeated}
                isShown={isShown}
                problemId={problemId}
                isWrong={fault?.field === 'repeated'}
              />
              <label className="field-choice">
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={({ target }) => setShown(target.checked)}
                />{' '}
                {words.show}
              </label>
              <Button type="submit" kind="solid" aria-disabled={isBusy}>
                {words.join.send}
              </Button>
              <p className="hint" role="status">
                {isBusy ? words.join.busy : ''}
              </p>
            </form>
          </>
        ) : (
          <>
            <h1>{words.join.lost}</h1>
            <p>{words.join.lostText}</p>
            <p>
              <Link to="/sign-in">{words.join.signIn}</Link>
            </p>
          </>
        )}
      </div>
    </main>
  )
}

function takeToken(): string {
  const token = location.hash.slice(1)
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}
