import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showAppearance } from './data/preferences.ts'
import { queryClient } from './data/query-client.ts'
import { router } from './frame/router.tsx'
import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'

showAppearance()

createRoot(document.getElementById('workspace') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
