// Tables.
export { Table, nextSorting, sortRows, type Column, type Sorting, type TableProps } from './table.tsx';
export { Pages, type Paging } from './pages.tsx';
export { useSearched, type SearchedList } from './searched.tsx';
