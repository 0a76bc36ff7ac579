import type { PackageBlock, PackageInline, PackageTextBlock } from '@portico/sdk'
import type { ReactNode } from 'react'
import { words } from '../words/writing.ts'
import type { Cited } from './places.ts'

export type Chips = {
  caseId: string
  cited: ReadonlyMap<number, Cited>
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
    default:
      return (
        <p>
          <Runs runs={block.content} chips={chips} />
        </p>
      )
  }
}

function Runs({ runs, chips }: { runs: readonly PackageInline[]; chips: Chips }) {
  return runs.map((run, index) => {
    const key = `${index}`
    if (run.type === 'lineBreak') return <br key={key} />
    if (run.type === 'citation') return <Chip key={key} number={run.number} label={run.label} chips={chips} />
    return (
      <span key={key} className={run.marks?.join(' ')}>
        {run.text}
      </span>
    )
  })
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
