export interface PageProps {
  /** path parameters by name */
  params: Record<string, string>;
  query: URLSearchParams;
}
