import type { Letterhead } from '@portico/sdk'
import { useId } from 'react'
import { words } from '../words/admin.ts'
import { Faults, type FaultsAt, TextField } from './fields.tsx'
import { without } from './letter-editor.tsx'

const text = words.letterhead
const mostLines = 6

export function LetterheadEditor({
  letterhead,
  faultsAt,
  onChange,
}: {
  letterhead: Letterhead
  faultsAt: FaultsAt
  onChange: (letterhead: Letterhead) => void
}) {
  const id = useId()
  return (
    <>
      <p className="soft">{text.text}</p>
      <TextField
        label={text.name}
        value={letterhead.name}
        maxLength={200}
        faults={faultsAt('name')}
        onChange={(name) => onChange({ ...letterhead, name })}
      />
      <div className="field">
        <label htmlFor={id}>{text.lines}</label>
        <textarea
          id={id}
          rows={mostLines}
          value={letterhead.lines.join('\n')}
          onChange={({ target }) =>
            onChange({ ...letterhead, lines: target.value === '' ? [] : target.value.split('\n') })
          }
        />
        <span className="hint">{text.linesHint}</span>
        <Faults faults={faultsAt('lines')} />
      </div>
      <TextField
        label={text.footer}
        value={letterhead.footer ?? ''}
        maxLength={300}
        faults={faultsAt('footer')}
        onChange={(footer) => onChange(without(letterhead, 'footer', footer, footer !== ''))}
      />
    </>
  )
}
