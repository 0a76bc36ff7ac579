import type { PackageBlock, PackageInline, PackageTextBlock } from '@portico/sdk'
import type { ReactNode } from 'react'
import { words } from '../words/writing.ts'
import type { Cited } from './places.ts'

export type Chips = {
  caseId: string
  cited: ReadonlyMap<number, Cited>
  /** The number of each footnote, through the whole text. */
  footnotes: ReadonlyMap<PackageInline, number>
  /** What is wrong with a citation, by its number. */
  faults: ReadonlyMap<number, { isBlocker: boolean; sentence: string }>
}

/** A block as it reads, with its citations. Chips are plain links: a decision may have hundreds. */
export function BlockText({
  block,
  chips,
  below,
}: {
  block: PackageBlock
  chips: Chips
  /** The level of the heading that it stands under. */
  below: number
}): ReactNode {
  if (block.type !== 'boilerplate') return <TextBlock block={block} chips={chips} below={below} />
  return block.content.map((one, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are known by their place
    <TextBlock key={index} block={one} chips={chips} below={below} />
  ))
}

function TextBlock({ block, chips, below }: { block: PackageTextBlock; chips: Chips; below: number }) {
  switch (block.type) {
    case 'heading': {
      const Heading = `h${Math.min(6, block.level + below)}` as 'h3' | 'h4' | 'h5' | 'h6'
      return (
        <Heading>
          <Runs runs={block.content} chips={chips} />
        </Heading>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <Runs runs={block.content} chips={chips} />
        </blockquote>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map(({ level, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their place
            <li key={index} style={{ marginInlineStart: `${level * 1.4}em` }}>
              <Runs runs={content} chips={chips} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table table={block} chips={chips} />
    case 'paragraph':
      return (
        <p>
          <Runs runs={block.content} chips={chips} />
        </p>
      )
  }
}

function Table({ table, chips }: { table: PackageTextBlock & { type: 'table' }; chips: Chips }) {
  const { caption, header, rows } = table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
    <section className="text-table" aria-label={caption ?? words.table} tabIndex={0}>
      <table>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead>
          <tr>
            {header.map(({ content }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place
              <th key={column} scope="col">
                <Runs runs={content} chips={chips} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }, row) => (
            <tr key={id ?? row}>
              {cells.map(({ content }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place
                <td key={column}>
                  <Runs runs={content} chips={chips} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The footnotes of a text, below it. */
export function Footnotes({ chips }: { chips: Chips }) {
  if (chips.footnotes.size === 0) return null
  return (
    <section className="footnotes" aria-label={words.footnotes.title}>
      <ol>
        {[...chips.footnotes].map(([inline, number]) => (
          <li key={number} id={footnoteId(number)} tabIndex={-1}>
            {inline.type === 'footnote' ? <Runs runs={inline.content} chips={chips} /> : null}{' '}
            <a
              className="footnote-back"
              href={`#${referenceId(number)}`}
              data-jump={referenceId(number)}
              aria-label={words.footnotes.back(number)}
            >
              ↩
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

const footnoteId = (number: number) => `footnote-${number}`
const referenceId = (number: number) => `footnote-reference-${number}`

function Runs({ runs, chips }: { runs: readonly PackageInline[]; chips: Chips }) {
  return runs.map((run, index) => {
    const key = `${index}`
    if (run.type === 'lineBreak') return <br key={key} />
    if (run.type === 'citation') return <Chip key={key} number={run.number} label={run.label} chips={chips} />
    if (run.type === 'footnote') return <Reference key={key} number={chips.footnotes.get(run) ?? 0} />
    return (
      <span key={key} className={run.marks?.join(' ')}>
        {run.text}
      </span>
    )
  })
}

function Reference({ number }: { number: number }) {
  return (
    <sup>
      <a
        className="footnote-mark"
        id={referenceId(number)}
        href={`#${footnoteId(number)}`}
        data-jump={footnoteId(number)}
        aria-label={words.footnotes.open(number)}
      >
        {number}
      </a>
    </sup>
  )
}

function Chip({
  number,
  label,
  chips: { caseId, cited, faults },
}: {
  number: number
  label: string
  chips: Chips
}) {
  const citation = cited.get(number)
  if (!citation) return label
  const { anchor, documentName, documentPage } = citation
  const fault = faults.get(number)
  const page = words.chip.page(anchor.page)
  // As the author has worded it; what the service calls a citation by itself is shorter as its page.
  const isWorded = label !== `${documentName}, page ${documentPage}`
  const name = words.chip.name(anchor.page, documentName, documentPage, anchor.quote)
  return (
    <a
      className={`chip ${fault ? (fault.isBlocker ? 'bad' : 'warn') : ''}`}
      href={`/workspace/cases/${encodeURIComponent(caseId)}/read/pages/${anchor.page}`}
      data-cite={number}
      data-page-number={anchor.page}
      aria-label={[isWorded ? `${label}, ${name}` : name, fault?.sentence].filter(Boolean).join('. ')}
    >
      {isWorded ? `${label}, ${page}` : page}
    </a>
  )
}
