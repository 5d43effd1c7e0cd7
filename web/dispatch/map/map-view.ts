import type { Feature } from 'geojson';
import { type GeoJSONSource, Map as GlMap, type MapMouseEvent, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url&no-inline';
import { boundsOf, type MapPoint, pointChanges } from './features.ts';
import { countries } from './land.ts';
import { type MapColours, outlineStyle } from './style.ts';

/** What a map tells of. */
export interface MapHandlers {
  onTask(id: string): void;
  onWorker(id: string): void;
  /** Tasks within a rectangle that was drawn with Shift. */
  onRectangle(ids: string[]): void;
  /** A task was dragged to a worker. */
  onDrop(taskId: string, workerId: string): void;
  /** Another part of the world is seen: west, south, east, north in degrees. */
  onMoved(box: readonly [number, number, number, number]): void;
}

/** The sources of points. */
export type PointSource = 'hubs' | 'tasks' | 'workers' | 'places';

/** What the pointer is at. */
interface Found {
  id: string;
  source: 'workers' | 'tasks';
}

/** As near as this, in pixels, a thing is meant. */
const NEAR = 14;
const MAX_FIT_ZOOM = 14;

/** The map, without the page around it: points are handed in, what is done on it is told. */
export class MapView {
  readonly #map: GlMap;
  readonly #drawn: Record<PointSource, Map<string, MapPoint>>;
  readonly #handlers: MapHandlers;
  readonly #ready: Promise<void>;
  #dragged: string | undefined;

  /** @throws {Error} where the browser has no WebGL */
  constructor(container: HTMLElement, colours: MapColours, name: string, handlers: MapHandlers) {
    setWorkerUrl(workerUrl);
    this.#handlers = handlers;
    this.#drawn = { hubs: new Map(), tasks: new Map(), workers: new Map(), places: new Map() };
    this.#map = new GlMap({
      container,
      style: outlineStyle(colours),
      center: [10, 30],
      zoom: 1,
      attributionControl: false,
      boxZoom: false,
      fadeDuration: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      canvasContextAttributes: { preserveDrawingBuffer: navigator.webdriver },
    });
    this.#map.addControl(new ScaleControl());
    this.#map.getCanvas().setAttribute('aria-label', name);
    this.#ready = new Promise((resolve) => this.#map.once('load', () => resolve()));
    this.#listen();
    void this.#drawLand();
  }

  /** First what is quick to have. Without it the points are on plain ground. */
  async #drawLand(): Promise<void> {
    await this.#ready;
    for (const detail of ['coarse', 'fine'] as const) {
      const land = await countries(detail).catch(() => undefined);
      if (land) (this.#map.getSource('countries') as GeoJSONSource | undefined)?.setData(land);
    }
  }

  /** Resolves when everything that was handed in is drawn. */
  async drawn(): Promise<void> {
    await this.#ready;
    if (!this.#map.loaded()) await new Promise((resolve) => this.#map.once('idle', resolve));
  }

  /** What whoever cannot see the map is told of it. */
  setName(name: string): void {
    this.#map.getCanvas().setAttribute('aria-label', name);
  }

  /** Draws these points and no others of their source. */
  async setPoints(source: PointSource, points: readonly MapPoint[]): Promise<void> {
    await this.#ready;
    const drawn = this.#drawn[source];
    const { changed, removed } = pointChanges(drawn, points);
    if (changed.length === 0 && removed.length === 0) return;
    for (const point of changed) drawn.set(point.id, point);
    for (const id of removed) drawn.delete(id);
    (this.#map.getSource(source) as GeoJSONSource).updateData({ remove: [...removed], add: changed.map(feature) });
  }

  /** Draws a line through places; none with fewer than two. */
  async setLine(source: 'way' | 'drag', places: readonly (readonly [number, number])[]): Promise<void> {
    await this.#ready;
    (this.#map.getSource(source) as GeoJSONSource).setData({
      type: 'FeatureCollection',
      features:
        places.length < 2
          ? []
          : [
              {
                type: 'Feature',
                properties: {},
                geometry: { type: 'LineString', coordinates: places.map(([lon, lat]) => [lon, lat]) },
              },
            ],
    });
  }

  /** Shows all of these points. */
  fit(points: readonly MapPoint[]): void {
    const bounds = boundsOf(points);
    if (bounds) this.#map.fitBounds(bounds, { padding: 60, maxZoom: MAX_FIT_ZOOM, animate: false });
  }

  /** Where on the screen a place is, in pixels from the map's upper left corner. */
  pixelOf(at: readonly [number, number]): { x: number; y: number } {
    const { x, y } = this.#map.project([at[0], at[1]]);
    return { x, y };
  }

  remove(): void {
    this.#map.remove();
  }

  #listen(): void {
    const map = this.#map;
    map.on('click', (event) => {
      if (this.#isOver(event, ['worker-groups'])) return;
      const found = this.#at(event, ['workers', 'tasks']);
      if (found?.source === 'workers') this.#handlers.onWorker(found.id);
      else if (found) this.#handlers.onTask(found.id);
    });
    map.on('click', 'worker-groups', ({ lngLat }) => map.easeTo({ center: lngLat, zoom: map.getZoom() + 2 }));
    map.on('moveend', () => this.#handlers.onMoved(this.#box()));
    map.on('mousedown', (event) => {
      if (event.originalEvent.button !== 0) return;
      if (event.originalEvent.shiftKey) this.#beginRectangle(event);
      else this.#beginDrag(event);
    });
    map.on('mousemove', (event) => this.#move(event));
    map.on('mouseup', (event) => this.#endDrag(event));
  }

  /** What lies nearest to the pointer, of what is handed in: what is painted may be a moment behind. */
  #at({ point }: MapMouseEvent, sources: readonly ('workers' | 'tasks')[]): Found | undefined {
    const found = sources.flatMap((source) =>
      [...this.#drawn[source].values()].flatMap(({ id, at }): (Found & { away: number })[] => {
        const { x, y } = this.pixelOf(at);
        const away = Math.hypot(x - point.x, y - point.y);
        return away <= NEAR ? [{ id, source, away }] : [];
      }),
    );
    return found.sort((one, other) => one.away - other.away)[0];
  }

  #box(): [number, number, number, number] {
    const bounds = this.#map.getBounds();
    const within = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees));
    return [
      within(bounds.getWest(), 180),
      within(bounds.getSouth(), 90),
      within(bounds.getEast(), 180),
      within(bounds.getNorth(), 90),
    ];
  }

  #isOver({ point }: MapMouseEvent, layers: string[]): boolean {
    return this.#map.queryRenderedFeatures(point, { layers }).length > 0;
  }

  #beginDrag(event: MapMouseEvent): void {
    this.#dragged = this.#at(event, ['tasks'])?.id;
    if (this.#dragged) event.preventDefault();
  }

  #move(event: MapMouseEvent): void {
    const canvas = this.#map.getCanvas();
    if (this.#dragged === undefined) {
      canvas.style.cursor = this.#isOver(event, ['workers', 'tasks', 'worker-groups']) ? 'pointer' : '';
      return;
    }
    const from = this.#drawn.tasks.get(this.#dragged)?.at;
    canvas.style.cursor = 'grabbing';
    if (from) void this.setLine('drag', [from, [event.lngLat.lng, event.lngLat.lat]]);
  }

  #endDrag(event: MapMouseEvent): void {
    const task = this.#dragged;
    if (task === undefined) return;
    this.#dragged = undefined;
    void this.setLine('drag', []);
    const worker = this.#at(event, ['workers']);
    if (worker) this.#handlers.onDrop(task, worker.id);
  }

  /** With Shift a rectangle is drawn, and the tasks in it are meant. */
  #beginRectangle(event: MapMouseEvent): void {
    event.preventDefault();
    const container = this.#map.getCanvasContainer();
    const box = document.createElement('div');
    box.className = 'map-rectangle';
    container.append(box);
    const from = event.point;
    const draw = (to: { x: number; y: number }) => {
      box.style.left = `${Math.min(from.x, to.x)}px`;
      box.style.top = `${Math.min(from.y, to.y)}px`;
      box.style.width = `${Math.abs(to.x - from.x)}px`;
      box.style.height = `${Math.abs(to.y - from.y)}px`;
    };
    const move = (next: MapMouseEvent) => draw(next.point);
    this.#map.on('mousemove', move);
    this.#map.once('mouseup', ({ point }) => {
      this.#map.off('mousemove', move);
      box.remove();
      this.#handlers.onRectangle(this.#tasksWithin(from, point));
    });
  }

  /** Of what is handed in, not of what is painted: a task under another one is meant as well. */
  #tasksWithin(from: { x: number; y: number }, to: { x: number; y: number }): string[] {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return [...this.#drawn.tasks.values()].flatMap(({ id, at }) => {
      const { x, y } = this.pixelOf(at);
      return x >= left && x <= right && y >= top && y <= bottom ? [id] : [];
    });
  }
}

function feature({ id, at, properties }: MapPoint): Feature {
  return { type: 'Feature', properties: { ...properties, id }, geometry: { type: 'Point', coordinates: [...at] } };
}
