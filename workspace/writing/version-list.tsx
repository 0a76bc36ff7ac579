import type { WorkProduct, WorkProductVersion } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNameOf } from '../data/people.ts'
import { versionsQuery } from '../data/writing.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { moment } from '../ui/dates.ts'
import { Skeleton } from '../ui/states.tsx'
import { words } from '../words/writing.ts'

const text = words.versions

/** Every version with who saved it; any two are compared. */
export function VersionList({
  caseId,
  product,
  onCompare,
}: {
  caseId: string
  product: WorkProduct
  onCompare: (older: number, newer: number) => void
}) {
  const query = useQuery(versionsQuery(caseId, product.id))
  return (
    <Answer query={query} skeleton={<Skeleton lines={4} />}>
      {(versions) => (
        <>
          {versions.length > 1 ? (
            <Choose key={versions[0]?.version} versions={versions} onCompare={onCompare} />
          ) : (
            <p className="soft">{text.only}</p>
          )}
          <ol className="version-list">
            {versions.map((version, index) => (
              <Version
                key={version.version}
                version={version}
                isCurrent={index === 0}
                onCompare={
                  version.version > 1 ? () => onCompare(version.version - 1, version.version) : undefined
                }
              />
            ))}
          </ol>
        </>
      )}
    </Answer>
  )
}

function Choose({
  versions,
  onCompare,
}: {
  versions: readonly WorkProductVersion[]
  onCompare: (older: number, newer: number) => void
}) {
  const id = useId()
  const [newest = 1, previous = 1] = versions.map(({ version }) => version)
  const [chosen, setChosen] = useState({ older: previous, newer: newest })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCompare(Math.min(chosen.older, chosen.newer), Math.max(chosen.older, chosen.newer))
  }
  const field = (which: 'older' | 'newer', label: string) => (
    <select
      className="input"
      id={`${id}-${which}`}
      aria-label={label}
      value={chosen[which]}
      onChange={({ target }) => setChosen({ ...chosen, [which]: Number(target.value) })}
    >
      {versions.map(({ version }) => (
        <option key={version} value={version}>
          {words.version(version)}
        </option>
      ))}
    </select>
  )
  return (
    <form className="choose" onSubmit={submit}>
      {field('older', text.older)} <span className="soft">{text.with}</span> {field('newer', text.newer)}
      <Button type="submit">{text.compare}</Button>
    </form>
  )
}

function Version({
  version: { version, saved, title },
  isCurrent,
  onCompare,
}: {
  version: WorkProductVersion
  isCurrent: boolean
  onCompare: (() => void) | undefined
}) {
  const name = useNameOf(saved.by.name)
  return (
    <li data-id={version}>
      <span>
        <b>{words.version(version)}</b> {isCurrent ? <span className="faint">· {text.current}</span> : null}
        <br />
        <span className="faint">
          {text.saved(name, moment(saved.at))} · {title}
        </span>
      </span>
      {onCompare ? (
        <Button kind="plain" onClick={onCompare} aria-label={text.compareTwo(version - 1, version)}>
          {text.compare}
        </Button>
      ) : null}
    </li>
  )
}
