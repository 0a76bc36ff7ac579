import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Filing } from '../data/filings.ts'
import { words } from '../words/filing.ts'
import { Button, IconButton } from './button.tsx'
import { plainName } from './plain-name.ts'
import './filings.css'

/** How far each file has come; one that has stopped can go on. */
export function Filings({
  filings,
  nameOf = ({ name }) => plainName(name),
}: {
  filings: readonly Filing[]
  nameOf?: (filing: Filing) => ReactNode
}) {
  if (filings.length === 0) return null
  return (
    <section className="filings" aria-label={words.onTheirWay}>
      <ul>
        {filings.map((filing) => {
          const { key, sent, bytes, problem, isFinal, isStored, resume, cancel } = filing
          const name = plainName(filing.name)
          return (
            <li key={key}>
              <span className="filing-name" title={name}>
                {nameOf(filing)}
              </span>
              {problem ? (
                isFinal ? (
                  <span />
                ) : (
                  <Button onClick={resume}>{words.resume}</Button>
                )
              ) : (
                <span className="number soft">
                  {isStored ? words.filing : words.sent(bytes ? Math.floor((100 * sent) / bytes) : 100)}
                </span>
              )}
              <IconButton name={words.giveUp(name)} icon={<X />} onClick={cancel} />
              <progress max={Math.max(1, bytes)} value={sent} aria-label={words.progressOf(name)} />
              {problem ? (
                <p className="bad" role="alert">
                  {isFinal ? words.refused(problem) : words.stopped(problem)}
                </p>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
