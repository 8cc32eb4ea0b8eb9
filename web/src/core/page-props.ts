export interface PageProps {
  params: Record<string, string>;
  query: URLSearchParams;
}
