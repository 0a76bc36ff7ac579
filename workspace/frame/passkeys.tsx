import { type Passkey, type PasskeyProof, PorticoError } from '@portico/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addPasskey, faultOf, hasPasskeys, usedPasskey } from '../data/passkeys.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { day } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { words as account } from '../words/account.ts'
import { PasswordField } from './password-field.tsx'
import '../ui/form.css'
import './passkeys.css'

const words = account.passkeys
const passkeysQuery = { queryKey: ['passkeys'], queryFn: () => portico().passkeys.list() }

export function Passkeys({ onClose }: { onClose: () => void }) {
  const listed = useQuery(passkeysQuery)
  const queries = useQueryClient()
  const [message, setMessage] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  const changed = async (text: string) => {
    await queries.invalidateQueries(passkeysQuery)
    setMessage(text)
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className="passkeys">
        <p className="soft">{words.what}</p>
        <Answer query={listed}>
          {(passkeys) => (
            <>
              {passkeys.length > 0 ? (
                <ul aria-label={words.title}>
                  {passkeys.map((passkey) => (
                    <Row
                      key={passkey.id}
                      passkey={passkey}
                      onRenamed={(name) => changed(words.renamed(name))}
                      onRemoved={async () => {
                        await changed(words.removed(passkey.name))
                        nameField.current?.focus()
                      }}
                    />
                  ))}
                </ul>
              ) : (
                <p>{words.noneYet}</p>
              )}
              {hasPasskeys() ? (
                <AddPasskey
                  nameField={nameField}
                  hasOne={passkeys.length > 0}
                  onAdded={(name) => changed(words.added(name))}
                />
              ) : (
                <p>{words.notHere}</p>
              )}
            </>
          )}
        </Answer>
        <p className="said" role="status">
          {message}
        </p>
      </div>
    </Dialog>
  )
}

function Row({
  passkey: { id, name, createdAt, lastUsedAt },
  onRenamed,
  onRemoved,
}: {
  passkey: Passkey
  onRenamed: (name: string) => Promise<void>
  onRemoved: () => Promise<void>
}) {
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown')
  const [problem, setProblem] = useState('')
  const first = useRef<HTMLElement>(null)
  const open = (next: typeof mode) => {
    flushSync(() => {
      setProblem('')
      setMode(next)
    })
    // The element that had the focus is gone.
    first.current?.focus()
  }
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof PorticoError ? error.message : String(error))
    }
  }
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = String(new FormData(event.currentTarget).get('name')).trim()
    if (!to || to === name) return open('shown')
    void attempt(async () => {
      await portico().passkeys.rename(id, to)
      await onRenamed(to)
      open('shown')
    })
  }
  const remove = () =>
    attempt(async () => {
      await portico().passkeys.remove(id)
      await onRemoved()
    })
  const setFirst = (element: HTMLElement | null) => {
    first.current = element
  }

  return (
    <li data-id={id}>
      <KeyRound aria-hidden="true" />
      {mode === 'renaming' ? (
        <form onSubmit={rename}>
          <input
            ref={setFirst}
            className="input"
            name="name"
            aria-label={words.name}
            defaultValue={name}
            maxLength={100}
          />
          <Button type="submit">{words.save}</Button>
          <Button kind="plain" onClick={() => open('shown')}>
            {account.cancel}
          </Button>
        </form>
      ) : (
        <>
          <div className="which">
            <b>{name}</b>
            <span className="faint">
              {mode === 'removing'
                ? words.sure
                : `${words.addedOn(day(createdAt))} · ${lastUsedAt ? words.lastUsed(day(lastUsedAt)) : words.neverUsed}`}
            </span>
          </div>
          {mode === 'removing' ? (
            <>
              <Button className="bad" aria-label={words.removeThis(name)} onClick={() => void remove()}>
                {words.remove}
              </Button>
              <Button ref={setFirst} kind="plain" onClick={() => open('shown')}>
                {words.keep}
              </Button>
            </>
          ) : (
            <>
              <Button
                ref={setFirst}
                kind="plain"
                aria-label={words.renameThis(name)}
                onClick={() => open('renaming')}
              >
                {words.rename}
              </Button>
              <Button kind="plain" aria-label={words.removeThis(name)} onClick={() => open('removing')}>
                {words.remove}
              </Button>
            </>
          )}
        </>
      )}
      <div className="problem" role="alert">
        {problem}
      </div>
    </li>
  )
}

/** The service asks for the password again, unless the sign-in is recent. */
function AddPasskey({
  nameField,
  hasOne,
  onAdded,
}: {
  nameField: RefObject<HTMLInputElement | null>
  hasOne: boolean
  onAdded: (name: string) => Promise<void>
}) {
  const [name, setName] = useState(usualName)
  const [password, setPassword] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const ids = { name: useId(), problem: useId() }
  const form = useRef<HTMLFormElement>(null)
  const ask = () => {
    flushSync(() => setAsked(true))
    form.current?.querySelector<HTMLInputElement>('[type=password]')?.focus()
  }

  async function add(proof: () => Promise<PasskeyProof>) {
    if (isBusy) return
    if (!name.trim()) {
      setProblem(words.nameIt)
      return nameField.current?.focus()
    }
    // Before the device makes a passkey that the service would refuse.
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name.normalize('NFKC').trim())) {
      setProblem(words.nameInOneLine)
      return nameField.current?.focus()
    }
    setBusy(true)
    setProblem('')
    try {
      await addPasskey(name.trim(), await proof())
      await onAdded(name.trim())
      setAsked(false)
      setName(usualName())
      setPassword('')
    } catch (error) {
      const fault = faultOf(error)
      if (fault instanceof PorticoError && fault.code === 'forbidden') ask()
      else if (fault instanceof PorticoError && fault.code === 'badRequest' && isAsked)
        setProblem(words.wrongPassword)
      else setProblem(fault instanceof PorticoError ? fault.message : words.faults[fault])
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add(async () => (isAsked ? { password } : {}))
      }}
    >
      <div className="field">
        <label htmlFor={ids.name}>{words.newName}</label>
        <span className="hint" id={`${ids.name}-hint`}>
          {words.nameHint}
        </span>
        <input
          ref={nameField}
          id={ids.name}
          value={name}
          maxLength={100}
          aria-describedby={`${ids.name}-hint ${ids.problem}`}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      {isAsked ? (
        <PasswordField
          label={words.yourPassword}
          hint={words.why}
          value={password}
          set={setPassword}
          autoComplete="current-password"
          problemId={ids.problem}
          isWrong={problem === words.wrongPassword}
        />
      ) : null}
      <div className="problem" role="alert" id={ids.problem}>
        {problem}
      </div>
      <div className="buttons">
        {isAsked && hasOne ? (
          <Button
            aria-disabled={isBusy}
            onClick={() => void add(async () => ({ passkey: await usedPasskey() }))}
          >
            {words.confirmWithOne}
          </Button>
        ) : null}
        <Button type="submit" kind="solid" aria-disabled={isBusy}>
          {words.add}
        </Button>
      </div>
    </form>
  )
}

function usualName(): string {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } }
  return words.on(userAgentData?.platform ?? '')
}
