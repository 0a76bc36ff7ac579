import type { ProfileFault } from '@portico/sdk'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { ManyField, SelectField as Select, Faults as Sentences, TextField as Text } from '../ui/fields.tsx'
import { words } from '../words/admin.ts'
import { refusedField } from './refused-field.ts'

const text = words.fields

/** The faults of the places below one: of an entry, or of one of its fields. */
export type FaultsAt = (field: string) => readonly ProfileFault[]

/** What a field says when it is refused, beside it. */
export const Faults = ({ faults }: { faults: readonly ProfileFault[] }) => (
  <Sentences faults={faults.map(plain)} />
)

/** Without the place, beside which it stands. */
export function plain({ place, what }: ProfileFault): string {
  const rest = what.startsWith(`${place} `) ? what.slice(place.length + 1) : what
  return `${rest[0]?.toUpperCase() ?? ''}${rest.slice(1)}`
}

type Common = { label: string; hint?: string | undefined; faults?: readonly ProfileFault[] }

export const TextField = ({
  faults = [],
  ...field
}: Omit<ComponentProps<typeof Text>, 'faults'> & Common) => (
  <Text maxLength={300} {...field} faults={faults.map(plain)} />
)

/** What is chosen stays among the options, also where the profile no longer has it. */
export function SelectField({
  faults = [],
  options,
  value,
  ...field
}: Common & {
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  isLabelHidden?: boolean
}) {
  const isKnown = options.some(([name]) => name === value)
  const all = isKnown ? options : [[value, value || text.choose] as const, ...options]
  return (
    <Select
      {...field}
      value={value}
      options={all.map(([name, label]) => ({ name, label }))}
      faults={faults.map(plain)}
    />
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
    <ManyField
      legend={label}
      className="choices"
      options={all.map((name) => ({ name, label: options[name] }))}
      value={chosen}
      onChange={(next) => onChange(all.filter((word) => next.includes(word)))}
      faults={faults.map(plain)}
    />
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
  const labelOf = (name: string) => offered.find((word) => word.name === name)?.label ?? name
  return (
    <div className="words-field">
      <Select
        label={label}
        faults={faults.map(plain)}
        none={chosen.length === 0 && hint ? hint : text.add}
        options={offered.filter(({ name }) => !chosen.includes(name))}
        value=""
        onChange={(name) => onChange([...chosen, name])}
      />
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
