import { useQuery } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { later } from '../ui/later.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { words } from '../words/mail.ts'

const WholePdf = later(
  async () => (await import('../ui/pdf-file.tsx')).WholePdf,
  <Skeleton lines={12} />,
  Failure,
)

/** A short document of a case, such as a letter, page under page. */
export function CaseDocument({
  caseId,
  documentId,
  name,
}: {
  caseId: string
  documentId: string
  name: string
}) {
  const query = useQuery({
    queryKey: [...keys.of(caseId, 'documents'), documentId, 'pdf'],
    queryFn: async () => (await portico().documents.content(caseId, documentId)).bytes(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Answer query={query}>
      {(bytes) => <WholePdf bytes={bytes} nameOf={(page) => words.piece.page(name, page)} />}
    </Answer>
  )
}
