import type { ProfileFault } from '@portico/sdk'
import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { words } from '../words/admin.ts'
import { refusedField } from './refused-field.ts'

const text = words.fields

/** The faults of the places below one: of an entry, or of one of its fields. */
export type FaultsAt = (field: string) => readonly ProfileFault[]

/** What a field says when it is refused, beside it. */
export function Faults({ faults, id }: { faults: readonly ProfileFault[]; id?: string }) {
  return faults.length === 0 ? null : (
    <ul className="faults problem" id={id}>
      {faults.map((fault) => (
        <li key={fault.what}>{plain(fault)}</li>
      ))}
    </ul>
  )
}

/** Without the place, beside which it stands. */
export function plain({ place, what }: ProfileFault): string {
  const rest = what.startsWith(`${place} `) ? what.slice(place.length + 1) : what
  return `${rest[0]?.toUpperCase() ?? ''}${rest.slice(1)}`
}

type Common = { label: string; hint?: string | undefined; faults?: readonly ProfileFault[] }

export function TextField({
  label,
  hint,
  faults = [],
  value,
  onChange,
  type = 'text',
  maxLength = 300,
  ...rest
}: Common & {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'time' | 'number' | 'date' | 'tel'
  maxLength?: number
  list?: string
  readOnly?: boolean
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        maxLength={maxLength}
        aria-invalid={faults.length > 0}
        aria-describedby={`${id}-more`}
        onChange={({ target }) => onChange(target.value)}
        {...rest}
      />
      <span id={`${id}-more`}>
        {hint ? <span className="hint">{hint}</span> : null}
        <Faults faults={faults} />
      </span>
    </div>
  )
}

export function SelectField({
  label,
  hint,
  faults = [],
  value,
  options,
  onChange,
  isLabelHidden = false,
}: Common & {
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  isLabelHidden?: boolean
}) {
  const id = useId()
  const isKnown = options.some(([one]) => one === value)
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'hidden-visually' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={faults.length > 0}
        aria-describedby={`${id}-more`}
        onChange={({ target }) => onChange(target.value)}
      >
        {isKnown ? null : <option value={value}>{value || text.choose}</option>}
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      <span id={`${id}-more`}>
        {hint ? <span className="hint">{hint}</span> : null}
        <Faults faults={faults} />
      </span>
    </div>
  )
}

export function CheckField({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

/** Some of a few words, in the order in which they are offered. */
export function ChoiceField<Word extends string>({
  label,
  faults = [],
  options,
  chosen,
  onChange,
}: Common & {
  options: Readonly<Record<Word, string>>
  chosen: readonly Word[]
  onChange: (chosen: Word[]) => void
}) {
  const all = Object.keys(options) as Word[]
  return (
    <fieldset className="field choices">
      <legend>{label}</legend>
      {all.map((word) => (
        <CheckField
          key={word}
          label={options[word]}
          isOn={chosen.includes(word)}
          onChange={(isOn) =>
            onChange(all.filter((other) => (other === word ? isOn : chosen.includes(other))))
          }
        />
      ))}
      <Faults faults={faults} />
    </fieldset>
  )
}

/** Some of many words of the profile: those that are chosen, and a list to add from. */
export function WordsField({
  label,
  hint,
  faults = [],
  words: offered,
  chosen,
  onChange,
}: Common & {
  words: readonly { name: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const id = useId()
  const labelOf = (name: string) => offered.find((one) => one.name === name)?.label ?? name
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {chosen.length > 0 ? (
        <ul className="chips">
          {chosen.map((name) => (
            <li key={name} className="chip">
              {labelOf(name)}
              <IconButton
                name={text.take(labelOf(name))}
                icon={<X />}
                onClick={() => onChange(chosen.filter((other) => other !== name))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <select
        id={id}
        value=""
        aria-describedby={`${id}-more`}
        onChange={({ target }) => onChange([...chosen, target.value])}
      >
        <option value="">{chosen.length === 0 && hint ? hint : text.add}</option>
        {offered
          .filter(({ name }) => !chosen.includes(name))
          .map(({ name, label: called }) => (
            <option key={name} value={name}>
              {called}
            </option>
          ))}
      </select>
      <span id={`${id}-more`}>
        <Faults faults={faults} />
      </span>
    </div>
  )
}

/** Text with fields that are filled from the record: they can be inserted, and a refused one is shown where it stands. */
export function TemplateField({
  label,
  hint,
  faults = [],
  value,
  rows,
  fields,
  maxLength,
  onChange,
  more,
}: Common & {
  value: string
  rows: number
  fields: readonly string[]
  maxLength: number
  onChange: (value: string) => void
  /** What else is known of it, such as what a trial says: a sentence that may name a field. */
  more?: string | undefined
}) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const said = [...faults.map(plain), ...(more ? [more] : [])]

  function select(start: number, end: number) {
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
  }

  function insert(field: string) {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {}
    const named = `{{ ${field} }}`
    onChange(`${value.slice(0, selectionStart)}${named}${value.slice(selectionEnd)}`)
    const at = selectionStart + named.length
    requestAnimationFrame(() => select(at, at))
  }

  return (
    <div className="field template">
      <div className="template-head">
        <label htmlFor={id}>{label}</label>
        <select
          className="input"
          aria-label={`${text.insert} ${label}`}
          value=""
          onChange={({ target }) => insert(target.value)}
        >
          <option value="">{text.insert}</option>
          {fields.map((field) => (
            <option key={field} value={field}>
              {field}
            </option>
          ))}
        </select>
      </div>
      <textarea
        id={id}
        ref={area}
        rows={rows}
        value={value}
        maxLength={maxLength}
        spellCheck
        aria-invalid={said.length > 0}
        aria-describedby={`${id}-more`}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-more`}>
        {hint ? <span className="hint">{hint}</span> : null}
        {said.length > 0 ? (
          <ul className="faults problem">
            {said.map((sentence) => {
              const at = refusedField(value, sentence)
              return (
                <li key={sentence}>
                  {sentence}
                  {at ? (
                    <button type="button" className="at-place" onClick={() => select(at.start, at.end)}>
                      <span className="line">{text.line(at.line)}</span>
                      <code>
                        {at.before.slice(-40)}
                        <mark>{at.named}</mark>
                        {at.after.slice(0, 40)}
                      </code>
                    </button>
                  ) : null}
                </li>
              )
            })}
          </ul>
        ) : null}
      </div>
    </div>
  )
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="group" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
