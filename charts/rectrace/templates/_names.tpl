{{- define "rectrace.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "rectrace.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else if contains (include "rectrace.name" .) .Release.Name }}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "rectrace.name" .) | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "rectrace.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "rectrace.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "rectrace.selector" -}}
app.kubernetes.io/name: {{ include "rectrace.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "rectrace.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "rectrace.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "rectrace.tlsSecret" -}}
{{- default (printf "%s-tls" (include "rectrace.fullname" .)) .Values.readApi.tls.secretName }}
{{- end }}

{{- define "rectrace.claim" -}}
{{- default (printf "%s-history" (include "rectrace.fullname" .)) .Values.history.persistence.existingClaim }}
{{- end }}
