// Written by "npm run web:types" from the declarations of the operations. Not to be edited.

export type Destination = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  location: [number, number];
  address: { name?: string; number: string; street: string; apartment: string; city: string; county?: string; state: string; postalCode: string; country: string };
  notes: string;
  metadata: Array<Metadata>;
  warnings: Array<"MISMATCH_NUMBER" | "MISMATCH_POSTALCODE" | "GEOMETRIC_CENTER">;
  geocoderPlaceId?: string;
  googlePlaceId?: string;
  geocoding: { layer: "given" | "correction" | "imported" | "provider" | "gazetteer"; precision: "exact" | "address" | "street" | "postalCode" | "city" | "region"; warnings?: Array<"OTHER_COUNTRY" | "POST_BOX"> };
  located: boolean;
};

export type Recipient = {
  id: string;
  organization: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  phone: string;
  notes: string;
  skipSMSNotifications: boolean;
  metadata: Array<Metadata>;
};

export type Metadata = {
  name: string;
  type: "boolean" | "number" | "string" | "object" | "array";
  subtype?: "boolean" | "number" | "string" | "object";
  value: unknown;
  visibility: Array<"api" | "dashboard" | "worker">;
};

export type Task = {
  id: string;
  shortId: string;
  trackingURL: string;
  timeCreated: number;
  timeLastModified: number;
  version: number;
  organization: string;
  merchant: string;
  executor: string;
  creator: string;
  worker: string | null;
  dependencies: Array<string>;
  state: 0 | 1 | 2 | 3;
  completeAfter: number | null;
  completeBefore: number | null;
  pickupTask: boolean;
  notes: string;
  completionDetails: { events: Array<{ name: string; time: number; location?: Array<number> }>; actions: Array<{ type: string; time: number }>; time: number | null; success?: boolean; notes?: string; failureReason: string; failureNotes: string; verifiedAge?: number; firstLocation: Array<number>; lastLocation: Array<number>; distance?: number; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null };
  completionReports?: Array<{ id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }>;
  feedback: Array<{ rating: number; comments: string; time: number }>;
  recipientMessage?: { text: string; time: number };
  metadata: Array<Metadata>;
  customFieldGroup?: string;
  customFields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>;
  overrides: { recipientName?: string | null; recipientNotes?: string | null; recipientSkipSMSNotifications?: boolean | null };
  quantity: number;
  additionalQuantities: { quantityA: number; quantityB: number; quantityC: number };
  serviceTime: number;
  requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean };
  pinTriesLeft?: number;
  identity: { failedScanCount: number; checksum: null };
  appearance: { triangleColor: number | null };
  scanOnlyRequiredBarcodes: boolean;
  barcodes?: { required: Array<{ data?: string; blockCompletion: boolean }>; captured: Array<{ id: string; symbology: string; data: string; location: Array<number>; time: number; wasRequested: boolean }> };
  container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string };
  trackingViewed: boolean;
  recipients: Array<Recipient>;
  destination: Destination;
  didAutoAssign: boolean;
  eta: number | null;
  delayTime: number | null;
  estimatedArrivalTime: number | null;
  estimatedCompletionTime: number | null;
  orderShortId: string | null;
  skills: Array<string>;
  sourceTaskId?: string;
  routePlan?: string;
  executorWorker?: { displayName: string };
};

export type LiveWorker = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  onDuty: boolean;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: Array<Metadata>;
  imageUrl: string | null;
  teams: Array<string>;
  timezone: string | null;
  addresses: { routing: Destination | null };
  vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills: Array<string>;
  version: number;
};

export type LiveTeam = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  managers: Array<string>;
  hub: string | null;
  enableSelfAssignment: boolean;
  metadata: Array<Metadata>;
  version: number;
};

export type LiveHub = {
  id: string;
  name: string;
  location: [number, number];
  address: { name?: string; number: string; street: string; apartment: string; city: string; county: string; state: string; postalCode: string; country: string };
  located: boolean;
  version: number;
};

export type LiveAdministrator = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  email: string;
  type: "super" | "standard";
  name: string;
  isActive: boolean;
  isReadOnly: boolean;
  isAccountOwner: boolean;
  phone: string | null;
  metadata: Array<Metadata>;
};

export type LiveContainer = {
  id: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  owner: string;
  version: number;
  tasks: Array<string>;
};

export type LiveSplice = {
  id: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  owner: string;
  removed: Array<string>;
  inserted: { index: number; ids: Array<string> } | null;
  version: number;
};

export type LiveChange = { kind: "hub"; op: "put"; item: LiveHub; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "administrator"; op: "put"; item: LiveAdministrator; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "team"; op: "put"; item: LiveTeam; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "worker"; op: "put"; item: LiveWorker; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "task"; op: "put"; item: Task; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "container"; op: "put"; item: LiveContainer; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "routePlan"; op: "put"; item: RoutePlan; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "hub" | "administrator" | "team" | "worker" | "task" | "container" | "routePlan"; op: "remove"; id: string; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: "container"; op: "splice"; item: LiveSplice; by?: { type: "API" | "ADMIN" | "WORKER"; id: string }; trigger?: number } | { kind: string; op: "touch"; id: string };

export type RoutePlan = {
  id: string;
  shortId: string;
  name: string;
  state: "PENDING" | "ACTIVE" | "COMPLETED";
  color: string | null;
  tasks: Array<string>;
  organization: string;
  team: string | null;
  worker: string | null;
  vehicleType: string | null;
  startTime: number;
  endTime: number | null;
  actualStartTime: number | null;
  actualEndTime: number | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
  timeCreated: number;
  timeLastModified: number;
};

export type AbortOptimizationAnswer = {
  success: boolean;
};

export type AcceptDispatchAnswer = {
  id: string;
  team: string;
  state: "WAITING" | "PROPOSED" | "COMPLETED" | "CANCELLED" | "FAILED";
  timeCreated: number;
  timeCompleted: number | null;
  assignedTasks: Array<{ worker: string; tasks: Array<string> }>;
  unassignedTasks: Array<{ task: string; reason: "SKILL" | "TIME_WINDOW" | "CAPACITY" | "DEPENDENCY" | "NO_ROOM" | "NOT_LOCATED" | "LATER" | "CHANGED" | "WORKER_GONE" }>;
  progress: { share: number; travelTime: number; unassignedTasks: number } | null;
  plan: { routes: Array<{ worker: string; tasks: Array<string>; tasksBefore: Array<string>; figures: { distance: number; travelTime: number; timeCompleted: number; lateTasks: Array<string>; before: { distance: number; travelTime: number; lateTasks: number } } | null }>; travelTime: number; unplannedTravelTime: number; savedTravelTime: number; sums: { distance: number; unplannedDistance: number; lateTasks: number; unplannedLateTasks: number } | null } | null;
};

export type AddRoutePlanTasksAnswer = {
  id: string;
  shortId: string;
  name: string;
  state: "PENDING" | "ACTIVE" | "COMPLETED";
  color: string | null;
  tasks: Array<string>;
  organization: string;
  team: string | null;
  worker: string | null;
  vehicleType: string | null;
  startTime: number;
  endTime: number | null;
  actualStartTime: number | null;
  actualEndTime: number | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
  timeCreated: number;
  timeLastModified: number;
  taskStates: Array<number>;
};

export type ArriveAtTaskAnswer = {
  id: string;
  shortId: string;
  trackingURL: string;
  timeCreated: number;
  timeLastModified: number;
  version: number;
  organization: string;
  merchant: string;
  executor: string;
  creator: string;
  worker: string | null;
  dependencies: Array<string>;
  state: 0 | 1 | 2 | 3;
  completeAfter: number | null;
  completeBefore: number | null;
  pickupTask: boolean;
  notes: string;
  completionDetails: { events: Array<{ name: string; time: number; location?: Array<number> }>; actions: Array<{ type: string; time: number }>; time: number | null; success?: boolean; notes?: string; failureReason: string; failureNotes: string; verifiedAge?: number; firstLocation: Array<number>; lastLocation: Array<number>; distance?: number; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null };
  completionReports?: Array<{ id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }>;
  feedback: Array<{ rating: number; comments: string; time: number }>;
  recipientMessage?: { text: string; time: number };
  metadata: Array<Metadata>;
  customFieldGroup?: string;
  customFields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>;
  overrides: { recipientName?: string | null; recipientNotes?: string | null; recipientSkipSMSNotifications?: boolean | null };
  quantity: number;
  additionalQuantities: { quantityA: number; quantityB: number; quantityC: number };
  serviceTime: number;
  requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean };
  pinTriesLeft?: number;
  identity: { failedScanCount: number; checksum: null };
  appearance: { triangleColor: number | null };
  scanOnlyRequiredBarcodes: boolean;
  barcodes?: { required: Array<{ data?: string; blockCompletion: boolean }>; captured: Array<{ id: string; symbology: string; data: string; location: Array<number>; time: number; wasRequested: boolean }> };
  container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string };
  trackingViewed: boolean;
  recipients: Array<Recipient>;
  destination: Destination;
  didAutoAssign: boolean;
  eta: number | null;
  delayTime: number | null;
  estimatedArrivalTime: number | null;
  estimatedCompletionTime: number | null;
  orderShortId: string | null;
  skills: Array<string>;
  sourceTaskId?: string;
  routePlan?: string;
  executorWorker?: { displayName: string };
  deviceClockAhead?: number;
};

export type AutoAssignTasksAnswer = {
  assignedTasksCount: number;
  assignedTasks: Array<string>;
};

export type CallMarketplaceAnswer = {
  manifestDate: number;
  departureTime: number;
  driver: { name: string; phone: string };
  vehicle: unknown | null;
  hubAddress: string;
  totalDistance: string;
  tasks: Array<Task>;
  turnByTurn: Array<{ start_address: string; end_address: string; driving_distance: string; eta: number | null; steps: Array<string>; isEstimated: boolean }>;
};

export type CheckPinAnswer = {
  isRight: boolean;
  triesLeft: number;
};

export type CheckTasksAnswer = {
  results: Array<{ error: { statusCode: number; error: number; message: string; cause: string } | null; geocoding: { layer: "given" | "correction" | "imported" | "provider" | "gazetteer"; precision: "exact" | "address" | "street" | "postalCode" | "city" | "region"; warnings?: Array<"OTHER_COUNTRY" | "POST_BOX"> } | null; warnings: Array<string> }>;
};

export type ChoosePasswordAnswer = {
  token: string;
};

export type CloneTaskAnswer = Task;

export type CompleteOwnTaskAnswer = { id: string; shortId: string; trackingURL: string; timeCreated: number; timeLastModified: number; version: number; organization: string; merchant: string; executor: string; creator: string; worker: string | null; dependencies: Array<string>; state: 0 | 1 | 2 | 3; completeAfter: number | null; completeBefore: number | null; pickupTask: boolean; notes: string; completionDetails: { events: Array<{ name: string; time: number; location?: Array<number> }>; actions: Array<{ type: string; time: number }>; time: number | null; success?: boolean; notes?: string; failureReason: string; failureNotes: string; verifiedAge?: number; firstLocation: Array<number>; lastLocation: Array<number>; distance?: number; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }; completionReports?: Array<{ id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }>; feedback: Array<{ rating: number; comments: string; time: number }>; recipientMessage?: { text: string; time: number }; metadata: Array<Metadata>; customFieldGroup?: string; customFields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>; overrides: { recipientName?: string | null; recipientNotes?: string | null; recipientSkipSMSNotifications?: boolean | null }; quantity: number; additionalQuantities: { quantityA: number; quantityB: number; quantityC: number }; serviceTime: number; requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean }; pinTriesLeft?: number; identity: { failedScanCount: number; checksum: null }; appearance: { triangleColor: number | null }; scanOnlyRequiredBarcodes: boolean; barcodes?: { required: Array<{ data?: string; blockCompletion: boolean }>; captured: Array<{ id: string; symbology: string; data: string; location: Array<number>; time: number; wasRequested: boolean }> }; container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string }; trackingViewed: boolean; recipients: Array<Recipient>; destination: Destination; didAutoAssign: boolean; eta: number | null; delayTime: number | null; estimatedArrivalTime: number | null; estimatedCompletionTime: number | null; orderShortId: string | null; skills: Array<string>; sourceTaskId?: string; routePlan?: string; executorWorker?: { displayName: string }; deviceClockAhead?: number } | { taskId: string; report: { id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }; deviceClockAhead?: number };

export type CreateAdministratorAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  email: string;
  type: "super" | "standard";
  name: string;
  isActive: boolean;
  isReadOnly: boolean;
  isAccountOwner: boolean;
  phone: string | null;
  teams: Array<string>;
  metadata: Array<Metadata>;
};

export type CreateDestinationAnswer = Destination;

export type CreateHubAnswer = {
  id: string;
  name: string;
  location: [number, number];
  address: { name?: string; number: string; street: string; apartment: string; city: string; county: string; state: string; postalCode: string; country: string };
  teams: Array<string>;
  located: boolean;
  version: number;
};

export type CreatePretendFleetAnswer = {
  hub: string;
  team: string;
  workers: Array<string>;
  tasks: Array<string>;
};

export type CreateRecipientAnswer = Recipient;

export type CreateRoutePlanAnswer = {
  id: string;
  shortId: string;
  name: string;
  state: "PENDING" | "ACTIVE" | "COMPLETED";
  color: string | null;
  tasks: Array<string>;
  organization: string;
  team: string | null;
  worker: string | null;
  vehicleType: string | null;
  startTime: number;
  endTime: number | null;
  actualStartTime: number | null;
  actualEndTime: number | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
  timeCreated: number;
  timeLastModified: number;
  taskStates: Array<number>;
};

export type CreateSignInLinkAnswer = {
  url: string;
  expiresAt: number;
};

export type CreateTaskAnswer = Task;

export type CreateTaskTemplateAnswer = {
  id: string;
  name: string;
  deletedAt: number | null;
  contextSaveConditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }>;
  fields: Array<string>;
  isDefault: boolean;
};

export type CreateTasksAnswer = {
  tasks: Array<Task>;
  errors: Array<{ error: { statusCode: number; error: number; message: string; cause: string }; task: unknown }>;
};

export type CreateTasksAsyncAnswer = {
  status: "pending";
  jobId: string;
};

export type CreateTeamAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  workers: Array<string>;
  managers: Array<string>;
  hub: string | null;
  enableSelfAssignment: boolean;
  tasks: Array<string>;
  metadata: Array<Metadata>;
  version: number;
};

export type CreateUploadAnswer = {
  uploadId: string;
};

export type CreateWebhookAnswer = {
  id: string;
  name: string;
  count: number;
  url: string;
  trigger: number;
  threshold?: number;
  isEnabled: boolean;
};

export type CreateWorkerAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  activeTask: string | null;
  tasks: Array<string>;
  onDuty: boolean;
  timeLastSeen: number | null;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: Array<Metadata>;
  imageUrl: string | null;
  teams: Array<string>;
  delayTime: number | null;
  location: Array<number> | null;
  timezone: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  addresses: { routing: Destination | null };
  vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills: Array<string>;
  version: number;
};

export type DispatchTeamAnswer = {
  dispatchId: string;
};

export type EstimateTeamAnswer = {
  workerId: string;
  vehicle: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK" | null;
  steps: Array<{ location: [number, number]; travelTime: number; distance: number; serviceTime: number; arrivalTime: number; completionTime: number }>;
};

export type FindDestinationsByMetadataAnswer = Array<Destination>;

export type FindWorkersByLocationAnswer = {
  workers: Array<{ id: string; timeCreated: number; timeLastModified: number; organization: string; name: string; displayName: string | null; phone: string; activeTask: string | null; tasks: Array<string>; onDuty: boolean; timeLastSeen: number | null; capacity: number; additionalCapacities: { capacityA: number; capacityB: number; capacityC: number }; userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string }; accountStatus: "INVITED" | "ACCEPTED"; metadata: Array<Metadata>; imageUrl: string | null; teams: Array<string>; delayTime: number | null; location: Array<number> | null; timezone: string | null; hasRecentlyUsedSpoofedLocations: boolean; addresses: { routing: Destination | null }; vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null; skills: Array<string>; version: number; isResponding: boolean }>;
};

export type GetAdministratorInvitationAnswer = {
  invitation: { sentTo: string; sentAt: number; expiresAt: number } | null;
};

export type GetAnalyticsAnswer = {
  total: { succeeded: number; failed: number; onTime: number; late: number; distance: number };
  days: Array<{ date: string; start: number; succeeded: number; failed: number; onTime: number; late: number }>;
  hours: Array<{ hour: number; succeeded: number; failed: number; onTime: number; late: number }>;
  workers: Array<{ id: string; succeeded: number; failed: number; onTime: number; late: number; distance: number }>;
  failureReasons: Array<{ reason: string; count: number }>;
};

export type GetAssignmentAnswer = {
  task: string;
  worker: string | null;
  decisions: Array<{ time: number; outcome: "assigned" | "noCandidate" | "notLocated"; worker: string | null; options: { mode: "distance" | "load"; teams: Array<string> | null; maxAssignedTaskCount: number | null; excludedWorkerIds: Array<string>; considerDependencies: boolean }; candidates: Array<{ worker: string; distance: number; travel: number; assignedTasks: number; missingSkills: Array<string>; refusedBecause: "excluded" | "notInTeam" | "missingSkill" | "tooManyTasks" | "fartherAway" | "moreTravel" | "relatedTaskElsewhere" | "changedMeanwhile" | null }> }>;
};

export type GetAuditLogAnswer = {
  entries: Array<{ id: string; time: number; actor: { kind: string; id: string | null; name: string | null }; action: string; object: { kind: string; id: string | null; name: string | null } | null; details: Record<string, { from?: unknown; to?: unknown }>; address: string | null; client: string | null }>;
  lastId?: string;
};

export type GetContainerAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  activeTask: string | null;
  tasks: Array<string>;
  version: number;
  team?: string;
  worker?: string;
};

export type GetConversationAnswer = {
  taskId: string;
  isAvailable: boolean;
  conversation: { channelId: number; topic: string; isResolved: boolean; url: string } | null;
};

export type GetConversationSettingsAnswer = {
  organization: { channelId: number; opensEveryTask: boolean } | null;
  teams: Array<{ team: string; channelId: number; opensEveryTask: boolean }>;
};

export type GetDelegateeAnswer = {
  id: string;
  name: string;
  email: string;
  timezone: string;
  country: string;
  driverSupportEmail: string | null;
  isFulfillment: boolean;
};

export type GetDestinationAnswer = Destination;

export type GetDispatchAnswer = {
  id: string;
  team: string;
  state: "WAITING" | "PROPOSED" | "COMPLETED" | "CANCELLED" | "FAILED";
  timeCreated: number;
  timeCompleted: number | null;
  assignedTasks: Array<{ worker: string; tasks: Array<string> }>;
  unassignedTasks: Array<{ task: string; reason: "SKILL" | "TIME_WINDOW" | "CAPACITY" | "DEPENDENCY" | "NO_ROOM" | "NOT_LOCATED" | "LATER" | "CHANGED" | "WORKER_GONE" }>;
  progress: { share: number; travelTime: number; unassignedTasks: number } | null;
  plan: { routes: Array<{ worker: string; tasks: Array<string>; tasksBefore: Array<string>; figures: { distance: number; travelTime: number; timeCompleted: number; lateTasks: Array<string>; before: { distance: number; travelTime: number; lateTasks: number } } | null }>; travelTime: number; unplannedTravelTime: number; savedTravelTime: number; sums: { distance: number; unplannedDistance: number; lateTasks: number; unplannedLateTasks: number } | null } | null;
};

export type GetMapAnswer = {
  style: "outline" | "file";
  tiles: string | null;
  minZoom: number;
  maxZoom: number;
  bounds: [number, number, number, number] | null;
  center: [number, number] | null;
  attribution: string;
  isFileMissing: boolean;
};

export type GetMeAnswer = {
  worker: { id: string; timeCreated: number; timeLastModified: number; organization: string; name: string; displayName: string | null; phone: string; activeTask: string | null; tasks: Array<string>; onDuty: boolean; timeLastSeen: number | null; capacity: number; additionalCapacities: { capacityA: number; capacityB: number; capacityC: number }; userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string }; accountStatus: "INVITED" | "ACCEPTED"; metadata: Array<Metadata>; imageUrl: string | null; teams: Array<string>; delayTime: number | null; location: Array<number> | null; timezone: string | null; hasRecentlyUsedSpoofedLocations: boolean; addresses: { routing: Destination | null }; vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null; skills: Array<string>; version: number };
  organization: { id: string; name: string; timezone: string };
  mustChoosePassword: boolean;
};

export type GetNotificationSettingsAnswer = {
  number: string | null;
  started: boolean;
  arriving: boolean;
  completed: boolean;
  failed: boolean;
  delayed: boolean;
  arrivingMeters: number;
  delayedSeconds: number;
  language: string;
  quietHours: { from: string; to: string } | null;
  dailyLimit: number;
  templates: Array<{ kind: "invitation" | "started" | "arriving" | "completed" | "failed" | "delayed"; language: string; text: string }>;
  today: { day: string; messages: number; segments: number };
};

export type GetOptimizationStatusAnswer = {
  status: "pending" | "success" | "failed";
  progress?: number;
  summary?: { workers: Record<string, { type: "WORKER"; travelDistance: number; travelTime: number; serviceTime: number; routeOnDutyTime: number; count: number }>; tasks: { count: number }; routeZones: Record<string, never>; unassigned: number; assigned: number; cost: number; metrics: { totalTransitTime: number; totalTransitDistance: number; totalNumberOrders: number; totalServiceTime: number } };
  optimizationId: string;
};

export type GetOrganizationAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  email: string;
  image: string | null;
  timezone: string;
  country: string;
  delegatees: Array<string>;
  driverSupportEmail: string | null;
};

export type GetPushKeyAnswer = {
  publicKey: string | null;
};

export type GetRecipientAnswer = Recipient;

export type GetRecipientByNameAnswer = Recipient;

export type GetRecipientByPhoneAnswer = Recipient;

export type GetRoutePlanAnswer = {
  id: string;
  shortId: string;
  name: string;
  state: "PENDING" | "ACTIVE" | "COMPLETED";
  color: string | null;
  tasks: Array<string>;
  organization: string;
  team: string | null;
  worker: string | null;
  vehicleType: string | null;
  startTime: number;
  endTime: number | null;
  actualStartTime: number | null;
  actualEndTime: number | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
  timeCreated: number;
  timeLastModified: number;
  taskStates: Array<number>;
};

export type GetScheduleAnswer = {
  entries: Array<{ date: string; timezone: string; shifts: Array<[number, number]> }>;
};

export type GetStorageKeyAnswer = {
  key: string;
};

export type GetTaskAnswer = Task;

export type GetTaskBatchAnswer = {
  status: "pending" | "succeeded" | "completedWithErrors";
  submitted: string;
  tasksReceived: number;
  tasksCreated: number;
  tasksErrored: number;
  newTasks: Array<Task>;
  newTasksWithWarnings: Array<Task>;
  failedTasks: Array<unknown>;
  errors: Array<{ statusCode: number; errorCode: number; message: string; cause: string; taskData: unknown }>;
};

export type GetTaskByShortIdAnswer = Task;

export type GetTeamAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  workers: Array<string>;
  managers: Array<string>;
  hub: string | null;
  enableSelfAssignment: boolean;
  tasks: Array<string>;
  metadata: Array<Metadata>;
  version: number;
};

export type GetTrackAnswer = {
  from: number;
  to: number;
  tolerance: number;
  points: Array<{ time: number; location: [number, number] }>;
};

export type GetTrackingAnswer = {
  state: 0 | 1 | 2 | 3;
  isPickup: boolean;
  success: boolean | null;
  timeCompleted: number | null;
  completeAfter: number | null;
  completeBefore: number | null;
  estimatedArrivalTime: number | null;
  hasArrived: boolean;
  stopsBefore: number | null;
  worker: { displayName: string; image: string | null } | null;
  location: Array<number> | null;
  timeLocated: number | null;
  distance: number | null;
  bearing: number | null;
  merchant: { name: string; image: string | null; phone: string | null };
  timezone: string;
  messageForDriver: string | null;
  hasFeedback: boolean;
  pin: string | null;
};

export type GetTrackingAppearanceAnswer = {
  colour: string | null;
  phone: string | null;
  showPhotos: boolean;
  showPicture: boolean;
};

export type GetTravelModelAnswer = {
  timezone: string;
  bounds: { least: number; most: number };
  modes: Array<{ mode: "CAR" | "TRUCK" | "MOTORCYCLE" | "BICYCLE" | "FOOT"; metresPerSecond: number; correction: number; trips: number }>;
};

export type GetUploadAnswer = {
  id: string;
  timeCreated: number;
  worker: string;
  task: string | null;
  contentType: string;
  size: number;
  url: string;
  metadataUrl: string | null;
};

export type GetWebhookAnswer = {
  id: string;
  name: string;
  count: number;
  url: string;
  trigger: number;
  threshold?: number;
  isEnabled: boolean;
  failures: number;
  receiver: { unanswered: number; pausedUntil: number | null };
};

export type GetWorkerAnswer = {
  id?: string;
  timeCreated?: number;
  timeLastModified?: number;
  organization?: string;
  name?: string;
  displayName?: string | null;
  phone?: string;
  activeTask?: string | null;
  tasks?: Array<string>;
  onDuty?: boolean;
  timeLastSeen?: number | null;
  capacity?: number;
  additionalCapacities?: { capacityA: number; capacityB: number; capacityC: number };
  userData?: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus?: "INVITED" | "ACCEPTED";
  metadata?: Array<Metadata>;
  imageUrl?: string | null;
  teams?: Array<string>;
  delayTime?: number | null;
  location?: Array<number> | null;
  timezone?: string | null;
  hasRecentlyUsedSpoofedLocations?: boolean;
  addresses?: { routing: Destination | null };
  vehicle?: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills?: Array<string>;
  version?: number;
  analytics?: { events: Array<{ action: "onduty" | "offduty"; time: number }>; distances: { enroute: number; idle: number }; times: { enroute: number; idle: number }; taskCounts: { succeeded: number; failed: number } };
};

export type GetWorkerInvitationAnswer = {
  invitation: { sentTo: string; sentAt: number; expiresAt: number } | null;
};

export type ListAdministratorsAnswer = Array<{ id: string; timeCreated: number; timeLastModified: number; organization: string; email: string; type: "super" | "standard"; name: string; isActive: boolean; isReadOnly: boolean; isAccountOwner: boolean; phone: string | null; teams: Array<string>; metadata: Array<Metadata> }>;

export type ListAllRoutePlansAnswer = {
  routePlans: Array<{ id: string; shortId: string; name: string; state: "PENDING" | "ACTIVE" | "COMPLETED"; color: string | null; tasks: Array<string>; organization: string; team: string | null; worker: string | null; vehicleType: string | null; startTime: number; endTime: number | null; actualStartTime: number | null; actualEndTime: number | null; startAt: string; endAt: string; startingHubId: string | null; endingHubId: string | null; timezone: string | null; timeCreated: number; timeLastModified: number; taskStates: Array<number> }>;
  lastId?: string;
};

export type ListAvailableTasksAnswer = {
  tasks: Array<Task>;
};

export type ListCustomFieldsAnswer = {
  fields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>;
};

export type ListDeletedTasksAnswer = Array<{ id: string; shortId: string; timeDeleted: number; completionReports: Array<{ id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }> }>;

export type ListDispatchesAnswer = {
  dispatches: Array<{ id: string; team: string; state: "WAITING" | "PROPOSED" | "COMPLETED" | "CANCELLED" | "FAILED"; onlyProposes: boolean; timeCreated: number; timeCompleted: number | null; progress: { share: number; travelTime: number; unassignedTasks: number } | null }>;
};

export type ListDriverMessagesAnswer = {
  isAvailable: boolean;
  isOpen: boolean;
  isResolved: boolean;
  messages: Array<{ id: number; time: number; text: string; editedAt: number | null; sender: { name: string; type: "WORKER" | "PERSON" | "BOT"; isOwn: boolean } }>;
  hasOlder: boolean;
  hasNewer: boolean;
};

export type ListHubsAnswer = Array<{ id: string; name: string; location: [number, number]; address: { name?: string; number: string; street: string; apartment: string; city: string; county: string; state: string; postalCode: string; country: string }; teams: Array<string>; located: boolean; version: number }>;

export type ListOwnTasksAnswer = {
  tasks: Array<Task>;
  customFields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>;
};

export type ListPlacesAnswer = {
  places: Array<{ name: string; country: string; location: [number, number]; population: number }>;
};

export type ListRoutePlansAnswer = {
  routePlans: Array<{ id: string; shortId: string; name: string; state: "PENDING" | "ACTIVE" | "COMPLETED"; color: string | null; tasks: Array<string>; organization: string; team: string | null; worker: string | null; vehicleType: string | null; startTime: number; endTime: number | null; actualStartTime: number | null; actualEndTime: number | null; startAt: string; endAt: string; startingHubId: string | null; endingHubId: string | null; timezone: string | null; timeCreated: number; timeLastModified: number; taskStates: Array<number> }>;
  lastId?: string;
};

export type ListShiftsAnswer = {
  shifts: Array<{ worker: string; spans: Array<[number, number]> }>;
};

export type ListTaskMessagesAnswer = {
  isAvailable: boolean;
  isOpen: boolean;
  isResolved: boolean;
  messages: Array<{ id: number; time: number; text: string; editedAt: number | null; sender: { name: string; type: "WORKER" | "PERSON" | "BOT"; isOwn: boolean } }>;
  hasOlder: boolean;
  hasNewer: boolean;
};

export type ListTaskTemplatesAnswer = Array<{ id: string; name: string; deletedAt: number | null; contextSaveConditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }>; fields: Array<string>; isDefault: boolean }>;

export type ListTasksAnswer = {
  tasks: Array<Task>;
  lastId?: string;
};

export type ListTeamTasksAnswer = {
  tasks: Array<Task>;
  lastId?: string;
};

export type ListTeamsAnswer = Array<{ id: string; timeCreated: number; timeLastModified: number; name: string; workers: Array<string>; managers: Array<string>; hub: string | null; enableSelfAssignment: boolean; tasks: Array<string>; metadata: Array<Metadata>; version: number }>;

export type ListWebhookDeliveriesAnswer = {
  deliveries: Array<{ id: string; state: "delivered" | "pending" | "failed"; nextAttempt: number | null; attempts: Array<{ time: number; durationMs: number; status: number | null; error: string | null; answer: string }> }>;
  lastId?: string;
};

export type ListWebhooksAnswer = Array<{ id: string; name: string; count: number; url: string; trigger: number; threshold?: number; isEnabled: boolean }>;

export type ListWorkerTasksAnswer = {
  tasks: Array<Task>;
  lastId?: string;
};

export type ListWorkersAnswer = Array<{ id?: string; timeCreated?: number; timeLastModified?: number; organization?: string; name?: string; displayName?: string | null; phone?: string; activeTask?: string | null; tasks?: Array<string>; onDuty?: boolean; timeLastSeen?: number | null; capacity?: number; additionalCapacities?: { capacityA: number; capacityB: number; capacityC: number }; userData?: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string }; accountStatus?: "INVITED" | "ACCEPTED"; metadata?: Array<Metadata>; imageUrl?: string | null; teams?: Array<string>; delayTime?: number | null; location?: Array<number> | null; timezone?: string | null; hasRecentlyUsedSpoofedLocations?: boolean; addresses?: { routing: Destination | null }; vehicle?: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null; skills?: Array<string>; version?: number }>;

export type MatchAdministratorsAnswer = Array<{ id: string; timeCreated: number; timeLastModified: number; organization: string; email: string; type: "super" | "standard"; name: string; isActive: boolean; isReadOnly: boolean; isAccountOwner: boolean; phone: string | null; teams: Array<string>; metadata: Array<Metadata> }>;

export type MatchRecipientsAnswer = Array<Recipient>;

export type MatchTasksAnswer = Array<Task>;

export type MatchTeamsAnswer = Array<{ id: string; timeCreated: number; timeLastModified: number; name: string; workers: Array<string>; managers: Array<string>; hub: string | null; enableSelfAssignment: boolean; tasks: Array<string>; metadata: Array<Metadata>; version: number }>;

export type MatchWorkersAnswer = Array<{ id: string; timeCreated: number; timeLastModified: number; organization: string; name: string; displayName: string | null; phone: string; activeTask: string | null; tasks: Array<string>; onDuty: boolean; timeLastSeen: number | null; capacity: number; additionalCapacities: { capacityA: number; capacityB: number; capacityC: number }; userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string }; accountStatus: "INVITED" | "ACCEPTED"; metadata: Array<Metadata>; imageUrl: string | null; teams: Array<string>; delayTime: number | null; location: Array<number> | null; timezone: string | null; hasRecentlyUsedSpoofedLocations: boolean; addresses: { routing: Destination | null }; vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null; skills: Array<string>; version: number }>;

export type OpenConversationAnswer = {
  taskId: string;
  isAvailable: boolean;
  conversation: { channelId: number; topic: string; isResolved: boolean; url: string } | null;
};

export type OptimizeRoutesAnswer = {
  id?: string;
  issues: Array<{ type: "error" | "warning"; message: string; entityType: "TASK" | "WORKER" | "TEAM"; entityId: string; shortId: string; reason: "NOT_FOUND" | "NOT_UNASSIGNED" | "NOT_LOCATED" | "NOT_IN_TEAM" | "NOT_AVAILABLE" }>;
  summary?: { workers: { count: number }; tasks: { count: number }; routeZones: { count: number } };
};

export type PlanDispatchAnswer = {
  dispatchId: string;
};

export type PreviewAssignmentAnswer = {
  outcome: "assigned" | "noCandidate" | "notLocated";
  worker: string | null;
  options: { mode: "distance" | "load"; teams: Array<string> | null; maxAssignedTaskCount: number | null; excludedWorkerIds: Array<string>; considerDependencies: boolean };
  candidates: Array<{ worker: string; distance: number; travel: number; assignedTasks: number; missingSkills: Array<string>; refusedBecause: "excluded" | "notInTeam" | "missingSkill" | "tooManyTasks" | "fartherAway" | "moreTravel" | "relatedTaskElsewhere" | "changedMeanwhile" | null }>;
};

export type PutScheduleAnswer = {
  entries: Array<{ date: string; timezone: string; shifts: Array<[number, number]> }>;
};

export type RenewPinAnswer = {
  id: string;
  shortId: string;
  trackingURL: string;
  timeCreated: number;
  timeLastModified: number;
  version: number;
  organization: string;
  merchant: string;
  executor: string;
  creator: string;
  worker: string | null;
  dependencies: Array<string>;
  state: 0 | 1 | 2 | 3;
  completeAfter: number | null;
  completeBefore: number | null;
  pickupTask: boolean;
  notes: string;
  completionDetails: { events: Array<{ name: string; time: number; location?: Array<number> }>; actions: Array<{ type: string; time: number }>; time: number | null; success?: boolean; notes?: string; failureReason: string; failureNotes: string; verifiedAge?: number; firstLocation: Array<number>; lastLocation: Array<number>; distance?: number; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null };
  completionReports?: Array<{ id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }>;
  feedback: Array<{ rating: number; comments: string; time: number }>;
  recipientMessage?: { text: string; time: number };
  metadata: Array<Metadata>;
  customFieldGroup?: string;
  customFields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>;
  overrides: { recipientName?: string | null; recipientNotes?: string | null; recipientSkipSMSNotifications?: boolean | null };
  quantity: number;
  additionalQuantities: { quantityA: number; quantityB: number; quantityC: number };
  serviceTime: number;
  requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean };
  pinTriesLeft?: number;
  identity: { failedScanCount: number; checksum: null };
  appearance: { triangleColor: number | null };
  scanOnlyRequiredBarcodes: boolean;
  barcodes?: { required: Array<{ data?: string; blockCompletion: boolean }>; captured: Array<{ id: string; symbology: string; data: string; location: Array<number>; time: number; wasRequested: boolean }> };
  container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string };
  trackingViewed: boolean;
  recipients: Array<Recipient>;
  destination: Destination;
  didAutoAssign: boolean;
  eta: number | null;
  delayTime: number | null;
  estimatedArrivalTime: number | null;
  estimatedCompletionTime: number | null;
  orderShortId: string | null;
  skills: Array<string>;
  sourceTaskId?: string;
  routePlan?: string;
  executorWorker?: { displayName: string };
  isPinSent: boolean;
};

export type ReportOwntracksAnswer = Array<unknown>;

export type ReportPositionsAnswer = {
  accepted: number;
  ignored: number;
};

export type ReportTraccarAnswer = {
  accepted: number;
  ignored: number;
};

export type ReportTraccarByGetAnswer = {
  accepted: number;
  ignored: number;
};

export type ResendWebhookDeliveriesAnswer = {
  resent: number;
  next?: number;
};

export type ResendWebhookDeliveryAnswer = {
  resent: number;
};

export type ScheduleOptimizationAnswer = {
  id?: string;
  issues: Array<{ type: "error" | "warning"; message: string; entityType: "TASK" | "WORKER" | "TEAM"; entityId: string; shortId: string; reason: "NOT_FOUND" | "NOT_UNASSIGNED" | "NOT_LOCATED" | "NOT_IN_TEAM" | "NOT_AVAILABLE" }>;
  summary?: { workers: { count: number }; tasks: { count: number }; routeZones: { count: number } };
};

export type SelfAssignTaskAnswer = Task;

export type SendActionsAnswer = {
  results: Array<{ actionId: string; status: number; error?: { error: number; cause: string }; overruled?: boolean; reported?: boolean; wrongPin?: boolean; deviceClockAhead?: number }>;
};

export type SendAdministratorInvitationAnswer = {
  invitation: { sentTo: string; sentAt: number; expiresAt: number } | null;
};

export type SendDriverMessageAnswer = {
  taskId: string;
  message: { id: number; time: number; text: string; editedAt: number | null; sender: { name: string; type: "WORKER" | "PERSON" | "BOT"; isOwn: boolean } } | null;
  deviceClockAhead?: number;
};

export type SendTaskMessageAnswer = {
  taskId: string;
  message: { id: number; time: number; text: string; editedAt: number | null; sender: { name: string; type: "WORKER" | "PERSON" | "BOT"; isOwn: boolean } };
};

export type SendWorkerInvitationAnswer = {
  invitation: { sentTo: string; sentAt: number; expiresAt: number } | null;
};

export type SetDutyAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  activeTask: string | null;
  tasks: Array<string>;
  onDuty: boolean;
  timeLastSeen: number | null;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: Array<Metadata>;
  imageUrl: string | null;
  teams: Array<string>;
  delayTime: number | null;
  location: Array<number> | null;
  timezone: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  addresses: { routing: Destination | null };
  vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills: Array<string>;
  version: number;
  deviceClockAhead?: number;
};

export type SetPictureAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  activeTask: string | null;
  tasks: Array<string>;
  onDuty: boolean;
  timeLastSeen: number | null;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: Array<Metadata>;
  imageUrl: string | null;
  teams: Array<string>;
  delayTime: number | null;
  location: Array<number> | null;
  timezone: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  addresses: { routing: Destination | null };
  vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills: Array<string>;
  version: number;
};

export type SetScheduleAnswer = {
  entries: Array<{ date: string; timezone: string; shifts: Array<[number, number]> }>;
};

export type SetUpTrackerAnswer = {
  url: string;
};

export type SetWorkerDutyAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  activeTask: string | null;
  tasks: Array<string>;
  onDuty: boolean;
  timeLastSeen: number | null;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: Array<Metadata>;
  imageUrl: string | null;
  teams: Array<string>;
  delayTime: number | null;
  location: Array<number> | null;
  timezone: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  addresses: { routing: Destination | null };
  vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills: Array<string>;
  version: number;
};

export type SetWorkerPictureAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  activeTask: string | null;
  tasks: Array<string>;
  onDuty: boolean;
  timeLastSeen: number | null;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: Array<Metadata>;
  imageUrl: string | null;
  teams: Array<string>;
  delayTime: number | null;
  location: Array<number> | null;
  timezone: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  addresses: { routing: Destination | null };
  vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills: Array<string>;
  version: number;
};

export type SignInAnswer = {
  token: string;
  organizationId: string;
  mustChoosePassword: boolean;
  worker: { id: string; timeCreated: number; timeLastModified: number; organization: string; name: string; displayName: string | null; phone: string; activeTask: string | null; tasks: Array<string>; onDuty: boolean; timeLastSeen: number | null; capacity: number; additionalCapacities: { capacityA: number; capacityB: number; capacityC: number }; userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string }; accountStatus: "INVITED" | "ACCEPTED"; metadata: Array<Metadata>; imageUrl: string | null; teams: Array<string>; delayTime: number | null; location: Array<number> | null; timezone: string | null; hasRecentlyUsedSpoofedLocations: boolean; addresses: { routing: Destination | null }; vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null; skills: Array<string>; version: number };
};

export type StartTaskAnswer = {
  id: string;
  shortId: string;
  trackingURL: string;
  timeCreated: number;
  timeLastModified: number;
  version: number;
  organization: string;
  merchant: string;
  executor: string;
  creator: string;
  worker: string | null;
  dependencies: Array<string>;
  state: 0 | 1 | 2 | 3;
  completeAfter: number | null;
  completeBefore: number | null;
  pickupTask: boolean;
  notes: string;
  completionDetails: { events: Array<{ name: string; time: number; location?: Array<number> }>; actions: Array<{ type: string; time: number }>; time: number | null; success?: boolean; notes?: string; failureReason: string; failureNotes: string; verifiedAge?: number; firstLocation: Array<number>; lastLocation: Array<number>; distance?: number; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null };
  completionReports?: Array<{ id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }>;
  feedback: Array<{ rating: number; comments: string; time: number }>;
  recipientMessage?: { text: string; time: number };
  metadata: Array<Metadata>;
  customFieldGroup?: string;
  customFields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>;
  overrides: { recipientName?: string | null; recipientNotes?: string | null; recipientSkipSMSNotifications?: boolean | null };
  quantity: number;
  additionalQuantities: { quantityA: number; quantityB: number; quantityC: number };
  serviceTime: number;
  requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean };
  pinTriesLeft?: number;
  identity: { failedScanCount: number; checksum: null };
  appearance: { triangleColor: number | null };
  scanOnlyRequiredBarcodes: boolean;
  barcodes?: { required: Array<{ data?: string; blockCompletion: boolean }>; captured: Array<{ id: string; symbology: string; data: string; location: Array<number>; time: number; wasRequested: boolean }> };
  container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string };
  trackingViewed: boolean;
  recipients: Array<Recipient>;
  destination: Destination;
  didAutoAssign: boolean;
  eta: number | null;
  delayTime: number | null;
  estimatedArrivalTime: number | null;
  estimatedCompletionTime: number | null;
  orderShortId: string | null;
  skills: Array<string>;
  sourceTaskId?: string;
  routePlan?: string;
  executorWorker?: { displayName: string };
  deviceClockAhead?: number;
};

export type TestKeyAnswer = {
  status: number;
  message: string;
};

export type TestWebhookReceiverAnswer = {
  delivered: boolean;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string;
};

export type UpdateAdministratorAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  email: string;
  type: "super" | "standard";
  name: string;
  isActive: boolean;
  isReadOnly: boolean;
  isAccountOwner: boolean;
  phone: string | null;
  teams: Array<string>;
  metadata: Array<Metadata>;
};

export type UpdateContainerAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  activeTask: string | null;
  tasks: Array<string>;
  version: number;
  team?: string;
  worker?: string;
  undo?: Array<{ container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string }; version: number; index: number | null; tasks: Array<string> }>;
};

export type UpdateContainerByIdAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  type: "ORGANIZATION" | "TEAM" | "WORKER";
  activeTask: string | null;
  tasks: Array<string>;
  version: number;
  team?: string;
  worker?: string;
  undo?: Array<{ container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string }; version: number; index: number | null; tasks: Array<string> }>;
};

export type UpdateConversationSettingsAnswer = {
  organization: { channelId: number; opensEveryTask: boolean } | null;
  teams: Array<{ team: string; channelId: number; opensEveryTask: boolean }>;
};

export type UpdateDestinationAnswer = Destination;

export type UpdateHubAnswer = {
  id: string;
  name: string;
  location: [number, number];
  address: { name?: string; number: string; street: string; apartment: string; city: string; county: string; state: string; postalCode: string; country: string };
  teams: Array<string>;
  located: boolean;
  version: number;
};

export type UpdateNotificationSettingsAnswer = {
  number: string | null;
  started: boolean;
  arriving: boolean;
  completed: boolean;
  failed: boolean;
  delayed: boolean;
  arrivingMeters: number;
  delayedSeconds: number;
  language: string;
  quietHours: { from: string; to: string } | null;
  dailyLimit: number;
  templates: Array<{ kind: "invitation" | "started" | "arriving" | "completed" | "failed" | "delayed"; language: string; text: string }>;
  today: { day: string; messages: number; segments: number };
};

export type UpdateRecipientAnswer = Recipient;

export type UpdateRoutePlanAnswer = {
  id: string;
  shortId: string;
  name: string;
  state: "PENDING" | "ACTIVE" | "COMPLETED";
  color: string | null;
  tasks: Array<string>;
  organization: string;
  team: string | null;
  worker: string | null;
  vehicleType: string | null;
  startTime: number;
  endTime: number | null;
  actualStartTime: number | null;
  actualEndTime: number | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
  timeCreated: number;
  timeLastModified: number;
  taskStates: Array<number>;
};

export type UpdateTaskAnswer = {
  id: string;
  shortId: string;
  trackingURL: string;
  timeCreated: number;
  timeLastModified: number;
  version: number;
  organization: string;
  merchant: string;
  executor: string;
  creator: string;
  worker: string | null;
  dependencies: Array<string>;
  state: 0 | 1 | 2 | 3;
  completeAfter: number | null;
  completeBefore: number | null;
  pickupTask: boolean;
  notes: string;
  completionDetails: { events: Array<{ name: string; time: number; location?: Array<number> }>; actions: Array<{ type: string; time: number }>; time: number | null; success?: boolean; notes?: string; failureReason: string; failureNotes: string; verifiedAge?: number; firstLocation: Array<number>; lastLocation: Array<number>; distance?: number; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null };
  completionReports?: Array<{ id: string; worker: string; time: number; timeReceived: number; success: boolean; notes: string; failureReason: string; failureNotes: string; barcodes: Array<string>; verifiedAge: number | null; wrongPin?: boolean; unavailableAttachments: Array<{ attachmentType: string; attachmentId: string }>; signatureUploadId: string | null; photoUploadId: string | null; photoUploadIds: Array<string> | null }>;
  feedback: Array<{ rating: number; comments: string; time: number }>;
  recipientMessage?: { text: string; time: number };
  metadata: Array<Metadata>;
  customFieldGroup?: string;
  customFields: Array<{ key: string; name: string; description: string; type: "single_line_text_field" | "multi_line_text_field" | "boolean" | "integer" | "decimal" | "date" | "Url" | "url"; asArray: boolean; visibility: Array<"admin" | "api" | "worker">; editability: Array<"admin" | "api" | "worker">; contexts: Array<{ name: string; isRequired: boolean; conditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }> }>; value?: unknown }>;
  overrides: { recipientName?: string | null; recipientNotes?: string | null; recipientSkipSMSNotifications?: boolean | null };
  quantity: number;
  additionalQuantities: { quantityA: number; quantityB: number; quantityC: number };
  serviceTime: number;
  requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean };
  pinTriesLeft?: number;
  identity: { failedScanCount: number; checksum: null };
  appearance: { triangleColor: number | null };
  scanOnlyRequiredBarcodes: boolean;
  barcodes?: { required: Array<{ data?: string; blockCompletion: boolean }>; captured: Array<{ id: string; symbology: string; data: string; location: Array<number>; time: number; wasRequested: boolean }> };
  container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string };
  trackingViewed: boolean;
  recipients: Array<Recipient>;
  destination: Destination;
  didAutoAssign: boolean;
  eta: number | null;
  delayTime: number | null;
  estimatedArrivalTime: number | null;
  estimatedCompletionTime: number | null;
  orderShortId: string | null;
  skills: Array<string>;
  sourceTaskId?: string;
  routePlan?: string;
  executorWorker?: { displayName: string };
  undo?: Array<{ container: { type: "ORGANIZATION" | "TEAM" | "WORKER"; organization?: string; team?: string; worker?: string }; version: number; index: number | null; tasks: Array<string> }>;
};

export type UpdateTaskTemplateAnswer = {
  id: string;
  name: string;
  deletedAt: number | null;
  contextSaveConditions: Array<{ fieldName: "pickupTask"; comparison: "equal_to"; targetValue: boolean }>;
  fields: Array<string>;
  isDefault: boolean;
};

export type UpdateTeamAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  name: string;
  workers: Array<string>;
  managers: Array<string>;
  hub: string | null;
  enableSelfAssignment: boolean;
  tasks: Array<string>;
  metadata: Array<Metadata>;
  version: number;
};

export type UpdateTrackingAppearanceAnswer = {
  colour: string | null;
  phone: string | null;
  showPhotos: boolean;
  showPicture: boolean;
};

export type UpdateWebhookAnswer = {
  id: string;
  name: string;
  count: number;
  url: string;
  trigger: number;
  threshold?: number;
  isEnabled: boolean;
};

export type UpdateWorkerAnswer = {
  id: string;
  timeCreated: number;
  timeLastModified: number;
  organization: string;
  name: string;
  displayName: string | null;
  phone: string;
  activeTask: string | null;
  tasks: Array<string>;
  onDuty: boolean;
  timeLastSeen: number | null;
  capacity: number;
  additionalCapacities: { capacityA: number; capacityB: number; capacityC: number };
  userData: { appVersion?: string; batteryLevel?: number; deviceDescription?: string; platform?: string };
  accountStatus: "INVITED" | "ACCEPTED";
  metadata: Array<Metadata>;
  imageUrl: string | null;
  teams: Array<string>;
  delayTime: number | null;
  location: Array<number> | null;
  timezone: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  addresses: { routing: Destination | null };
  vehicle: { id: string; type: "CAR" | "MOTORCYCLE" | "BICYCLE" | "TRUCK"; description: string | null; licensePlate: string | null; color: string | null; timeLastModified: number } | null;
  skills: Array<string>;
  version: number;
};

export type WatchLiveSnapshot = { kind: "hub"; items: Array<LiveHub>; first?: true; completedSince?: number } | { kind: "administrator"; items: Array<LiveAdministrator>; first?: true; completedSince?: number } | { kind: "team"; items: Array<LiveTeam>; first?: true; completedSince?: number } | { kind: "worker"; items: Array<LiveWorker>; first?: true; completedSince?: number } | { kind: "task"; items: Array<Task>; first?: true; completedSince?: number } | { kind: "container"; items: Array<LiveContainer>; first?: true; completedSince?: number } | { kind: "routePlan"; items: Array<RoutePlan>; first?: true; completedSince?: number };

export type WatchLiveReady = {
  event: number;
  at: number;
  resumed: boolean;
  completedSince: number;
  sight: { teams: Array<string> | null };
};

export type WatchLiveChanges = {
  event: number;
  at: number;
  changes: Array<LiveChange>;
};

export type WatchLiveHead = {
  event: number;
};

export type WatchLivePositions = {
  at: number;
  ids: Record<string, string>;
  w: Array<number>;
  lon: Array<number | null>;
  lat: Array<number | null>;
  age: Array<number | null>;
  seen: Record<string, number | null>;
  battery: Record<string, number | null>;
  delay: Record<string, number | null>;
  devices: Record<string, { appVersion: string | null; deviceDescription: string | null; platform: string | null; hasRecentlyUsedSpoofedLocations: boolean }>;
};

export type WatchLiveEnd = {
  reason: "session_ended" | "sight_changed" | "slow" | "unavailable" | "closing";
};

export type WatchTrackingView = ({ state: 0 | 1 | 2 | 3; isPickup: boolean; success: boolean | null; timeCompleted: number | null; completeAfter: number | null; completeBefore: number | null; estimatedArrivalTime: number | null; hasArrived: boolean; stopsBefore: number | null; worker: { displayName: string; image: string | null } | null; location: Array<number> | null; timeLocated: number | null; distance: number | null; bearing: number | null; merchant: { name: string; image: string | null; phone: string | null }; timezone: string; messageForDriver: string | null; hasFeedback: boolean; pin: string | null }) & ({ headline: string; details: Array<string>; sketch: Array<number> | null; stage: string });

export type WatchTrackingOver = Record<string, never>;
