import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { words as endings } from '../words/endings.ts'
import { words } from '../words/states.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { EndingList } from './ending.tsx'
import { KeptDraftNote } from './kept-draft.tsx'
import type { Command } from './use-command.ts'
import './form.css'

type Form = {
  command: Command
  /** What the button says that sends it. */
  send: ReactNode
  canSend?: boolean
  sendKind?: 'solid' | 'quiet'
  /** What it says where the command ends other things as well. */
  confirm?: string
  /** Why it cannot be sent yet. */
  waitsFor?: string | undefined
  className?: string
  /** What stands beside the buttons. */
  beside?: ReactNode
  /** What stands below them. */
  after?: ReactNode
  children?: ReactNode
}

/** The fields of a command, what is wrong with them, and the button that sends it. */
export function CommandForm({
  command,
  title,
  isInPage = title !== undefined,
  send,
  canSend = true,
  sendKind = 'solid',
  confirm = endings.confirm,
  waitsFor,
  className = '',
  beside,
  after,
  children,
}: Form & { title?: string; isInPage?: boolean }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isTooEarly, setTooEarly] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTooEarly(waitsFor !== undefined)
    if (!canSend || waitsFor !== undefined) return
    const control = missingIn(form.current)
    if (!control) return command.send()
    command.setProblem(words.missing(control.labels?.[0]?.textContent ?? ''))
    control.focus()
  }

  return (
    <form
      ref={form}
      className={`form ${className}`}
      onSubmit={submit}
      noValidate
      aria-labelledby={title ? `${id}-title` : undefined}
    >
      {title ? <h2 id={`${id}-title`}>{title}</h2> : null}
      <KeptDraftNote kept={command.kept} />
      {children}
      <EndingList ending={command.ending} />
      <div className="problem" role="alert">
        {isTooEarly && waitsFor ? waitsFor : command.problem}
      </div>
      <div className={isInPage ? 'buttons start' : 'buttons'}>
        {beside}
        <Button
          type="submit"
          kind={sendKind}
          title={waitsFor}
          aria-disabled={command.isPending || !canSend || waitsFor !== undefined}
        >
          {command.ending ? confirm : send}
        </Button>
      </div>
      {after}
    </form>
  )
}

/** It closes only once the service has taken the command; until then nothing that was typed is lost. */
export function CommandDialog({
  title,
  back,
  onClose,
  canClose = true,
  beside,
  ...form
}: Form & {
  title: string
  back?: string | undefined
  onClose: () => void
  canClose?: boolean
}) {
  return (
    <Dialog title={title} onClose={onClose} canClose={canClose}>
      <CommandForm
        {...form}
        beside={
          <>
            {beside}
            {back === undefined ? null : (
              <Button onClick={onClose} disabled={!canClose}>
                {back}
              </Button>
            )}
          </>
        }
      />
    </Dialog>
  )
}

/** A command whose fields stand in a line with its button. */
export function LineForm({
  command,
  send,
  canSend = true,
  className = '',
  children,
}: Pick<Form, 'command' | 'send' | 'canSend' | 'className' | 'children'>) {
  return (
    <form
      className={`line-form ${className}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) command.send()
      }}
    >
      {children}
      {send ? <Button type="submit">{send}</Button> : null}
      <p className="problem" role="alert">
        {command.problem}
      </p>
    </form>
  )
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The first control that must be filled in and is not. Whatever else is wrong, the service says. */
const missingIn = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll<Control>(':is(input, select, textarea):invalid') ?? [])].find(
    ({ validity }) => validity.valueMissing || validity.badInput,
  )
