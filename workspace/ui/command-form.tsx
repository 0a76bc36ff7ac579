import { type FormEvent, type ReactNode, useId, useRef } from 'react'
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
  sendTitle?: string | undefined
  className?: string
  /** What stands beside the buttons. */
  beside?: ReactNode
  children?: ReactNode
}

/** The fields of a command, what is wrong with them, and the button that sends it. */
export function CommandForm({
  command,
  title,
  send,
  canSend = true,
  sendKind = 'solid',
  sendTitle,
  className = '',
  beside,
  children,
}: Form & { title?: string }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!canSend) return
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
        {command.problem}
      </div>
      <div className="buttons">
        {beside}
        <Button type="submit" kind={sendKind} title={sendTitle} aria-disabled={command.isPending || !canSend}>
          {command.ending ? endings.confirm : send}
        </Button>
      </div>
    </form>
  )
}

/** It closes only once the service has taken the command; until then nothing that was typed is lost. */
export function CommandDialog({
  title,
  back,
  onClose,
  canClose = true,
  before,
  beside,
  ...form
}: Form & { title: string; back: string; onClose: () => void; canClose?: boolean; before?: ReactNode }) {
  return (
    <Dialog title={title} onClose={onClose} canClose={canClose}>
      {before}
      <CommandForm
        {...form}
        beside={
          <>
            {beside}
            <Button onClick={onClose} disabled={!canClose}>
              {back}
            </Button>
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
  className = '',
  children,
}: Pick<Form, 'command' | 'send' | 'className' | 'children'>) {
  return (
    <form
      className={`line-form ${className}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        command.send()
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
