import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import './form.css'

export type Option = { name: string; label: string; note?: ReactNode }

type Labelled = {
  label: string
  isLabelHidden?: boolean
  hint?: ReactNode
  /** What is wrong with the value, shown beside it. */
  faults?: readonly string[] | undefined
  /** The id of what else describes the control. */
  describedBy?: string | undefined
}

type Control = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

/** A control with its label, its hint and its faults. */
export function Field({
  label,
  isLabelHidden = false,
  hint,
  faults = [],
  describedBy,
  children,
}: Labelled & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const more = hint || faults.length > 0 ? `${id}-more` : undefined
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'hidden-visually' : undefined}>
        {label}
      </label>
      {children({
        id,
        className: 'input',
        'aria-describedby': [more, describedBy].filter(Boolean).join(' ') || undefined,
        'aria-invalid': faults.length > 0 || undefined,
      })}
      {more ? (
        <div id={more}>
          {hint ? <span className="hint">{hint}</span> : null}
          <Faults faults={faults} />
        </div>
      ) : null}
    </div>
  )
}

export const Faults = ({ faults }: { faults: readonly string[] }) =>
  faults.length === 0 ? null : (
    <ul className="faults problem">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )

type Bound<Value> = { value: Value; onChange: (value: Value) => void }
type Inputs = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown' | 'ref' | 'id' | 'className'>

/** One line, or as many as `rows` says. */
export function TextField({
  label,
  isLabelHidden = false,
  hint,
  faults,
  describedBy,
  value,
  onChange,
  rows,
  ref,
  ...rest
}: Labelled &
  Bound<string> &
  Inputs & {
    rows?: number
    ref?: Ref<HTMLInputElement & HTMLTextAreaElement>
    onKeyDown?: (event: KeyboardEvent) => void
  }) {
  const change = ({ target }: { target: { value: string } }) => onChange(target.value)
  return (
    <Field {...{ label, isLabelHidden, hint, faults, describedBy }}>
      {(control) =>
        rows === undefined ? (
          <input {...rest} {...control} ref={ref} value={value} onChange={change} />
        ) : (
          <textarea
            {...(rest as ComponentProps<'textarea'>)}
            {...control}
            ref={ref}
            rows={rows}
            value={value}
            onChange={change}
          />
        )
      }
    </Field>
  )
}

/** One of a list; `none` is what the empty choice says. */
export function SelectField<Name extends string>({
  options,
  none,
  value,
  onChange,
  isRequired = false,
  ...labelled
}: Labelled &
  Bound<Name> & {
    options: readonly Option[]
    none?: string | undefined
    isRequired?: boolean
  }) {
  return (
    <Field {...labelled}>
      {(control) => (
        <select
          {...control}
          required={isRequired}
          value={value}
          onChange={({ target }) => onChange(target.value as Name)}
        >
          {none === undefined ? null : <option value="">{none}</option>}
          {options.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type Group = { legend: string; options: readonly Option[]; hint?: ReactNode }

/** One of a few, all of them in sight. */
export function ChoiceField<Name extends string>({
  legend,
  options,
  hint,
  value,
  onChange,
}: Group & { value: Name | undefined; onChange: (name: Name) => void }) {
  const group = useId()
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      {options.map(({ name, label, note }) => (
        <label key={name} className="choice">
          <input type="radio" name={group} checked={name === value} onChange={() => onChange(name as Name)} />
          <span>
            {label} {note ? <small className="soft">{note}</small> : null}
          </span>
        </label>
      ))}
      {hint ? <span className="hint">{hint}</span> : null}
    </fieldset>
  )
}

/** Any of some, in the order in which they are offered. */
export function ManyField<Name extends string>({
  legend,
  options,
  hint,
  faults = [],
  className = 'many',
  value,
  onChange,
}: Group & Bound<readonly Name[]> & { faults?: readonly string[] | undefined; className?: string }) {
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <div className={className}>
        {options.map(({ name, label, note }) => (
          <CheckField
            key={name}
            label={label}
            note={note}
            value={value.includes(name as Name)}
            onChange={(isChosen) => onChange(toggled(value, name as Name, isChosen))}
          />
        ))}
      </div>
      {hint ? <span className="hint">{hint}</span> : null}
      <Faults faults={faults} />
    </fieldset>
  )
}

export const toggled = <Name,>(chosen: readonly Name[], name: Name, isChosen: boolean): Name[] =>
  isChosen ? [...chosen, name] : chosen.filter((other) => other !== name)

export function CheckField({
  label,
  note,
  value,
  onChange,
}: { label: string; note?: ReactNode } & Bound<boolean>) {
  return (
    <label className="choice">
      <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label} {note ? <small className="soft">{note}</small> : null}
      </span>
    </label>
  )
}
