import type { WorkProduct, WorkProductPreview } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { decisionQuery } from '../data/case.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { draftPdfQuery, pagesKey } from '../data/writing.ts'
import { Answer } from '../ui/answer.tsx'
import { WholePdf } from '../ui/pdf-file.tsx'
import { Skeleton } from '../ui/states.tsx'
import { words } from '../words/writing.ts'

const text = words.pdf

/** The PDF: of a draft as it would be, of a decision as it was sealed. */
export function PdfPart({
  caseId,
  product,
  preview,
}: {
  caseId: string
  product: WorkProduct
  preview: WorkProductPreview | undefined
}) {
  if (product.signed) return <Sealed caseId={caseId} workProductId={product.id} />
  if (product.discarded) return <p className="soft">{text.none}</p>
  if (!preview) return <Setting />
  return <DraftPdf caseId={caseId} workProductId={product.id} preview={preview} />
}

export function DraftPdf({
  caseId,
  workProductId,
  preview,
}: {
  caseId: string
  workProductId: string
  preview: WorkProductPreview
}) {
  const query = useQuery(draftPdfQuery(caseId, workProductId, pagesKey(preview)))
  return (
    <>
      <p className="soft hint">{text.draft}</p>
      <Answer query={query} skeleton={<Setting />}>
        {(bytes) => <Paper bytes={bytes} label={text.label} />}
      </Answer>
    </>
  )
}

function Sealed({ caseId, workProductId }: { caseId: string; workProductId: string }) {
  const file = useQuery(decisionQuery(caseId, workProductId)).data?.file
  const query = useQuery({
    queryKey: [...keys.case(caseId), 'sealedPdf', workProductId],
    queryFn: async ({ signal }) =>
      (await portico().decisions.file(caseId, { workProductId, signal })).bytes(),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    enabled: Boolean(file),
  })
  if (!file) return <p className="soft">{text.notSealed}</p>
  return (
    <Answer query={query} skeleton={<Setting />}>
      {(bytes) => <Paper bytes={bytes} label={text.sealed} />}
    </Answer>
  )
}

function Paper({ bytes, label }: { bytes: Uint8Array; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <div className="sheets" role="region" aria-label={label} tabIndex={0}>
      <WholePdf bytes={bytes} nameOf={text.page} />
    </div>
  )
}

const Setting = () => (
  <>
    <p className="soft">{text.setting}</p>
    <Skeleton lines={12} />
  </>
)
